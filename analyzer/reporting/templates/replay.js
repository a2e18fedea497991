"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const PACE = 1100; // milliseconds of a step while it plays

  function make(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(key, value);
    node.append(...children.filter((child) => child !== null));
    return node;
  }

  function draw(name, attributes, text) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  // Positions: every frame holds what differs from the one before.
  function positionsOf(game) {
    let pieces = new Map(), seats = [], facts = new Map(), view = null;
    return game.frames.map((frame) => {
      const before = { pieces, seats, facts };
      pieces = new Map(pieces);
      for (const key of frame.gone ?? []) pieces.delete(key);
      for (const number of frame.pieces ?? []) pieces.set(game.pieces[number].key, game.pieces[number]);
      seats = frame.seats ?? seats;
      facts = new Map([...facts, ...(frame.facts ?? [])]);
      for (const [name, value] of facts) if (value === null) facts.delete(name);
      const hand = frame.hand.map((number) => game.cards[number]);
      view = frame.view ?? view;
      return { ...frame, hand, pieces, seats, facts, view, before };
    });
  }

  // Shapes
  const FORMS = {
    rect: ([x, y, width, height, rx]) => draw("rect", { x, y, width, height, rx }),
    circle: ([cx, cy, r]) => draw("circle", { cx, cy, r }),
    line: ([x1, y1, x2, y2]) => draw("line", { x1, y1, x2, y2 }),
    polygon: ([points]) => draw("polygon", { points }),
    text: ([x, y, words]) => draw("text", { x, y }, words),
  };

  function drawPiece(piece) {
    const group = draw("g", { transform: `translate(${piece.at[0]} ${piece.at[1]})` });
    if (piece.words) group.append(draw("title", {}, piece.words));
    for (const [form, ...rest] of piece.shapes) {
      const shape = FORMS[form](rest);
      shape.setAttribute("class", rest.at(-1));
      group.append(shape);
    }
    return group;
  }

  const isNew = (piece, before) => piece.words && before.size && before.get(piece.key)?.words !== piece.words;

  function outline(piece, role, pad = 0) {
    const [x, y, width, height] = piece.at;
    return draw("rect", { x: x - pad, y: y - pad, width: width + 2 * pad, height: height + 2 * pad, rx: 8, class: role });
  }

  // what an answer is about: a piece by its key, or a place
  const placeOf = (position, target) => (Array.isArray(target) ? { at: target } : position.pieces.get(target));

  // the whole board, and what lies just outside of it
  function viewBox([left, top, width, height], aim) {
    const [x, y, w, h] = aim?.at ?? [left, top, 0, 0];
    const [x1, y1] = [Math.min(left, x), Math.min(top, y)];
    const [x2, y2] = [Math.max(left + width, x + w), Math.max(top + height, y + h)];
    return `${x1 - 8} ${y1 - 8} ${x2 - x1 + 16} ${y2 - y1 + 22}`;
  }

  function drawBoard(game, position) {
    const words = `${game.title}, ${position.end ? "the last position" : `turn ${position.turn}`}`;
    const aim = placeOf(position, position.options?.find((option) => option.chosen)?.target);
    const svg = draw("svg", { viewBox: viewBox(position.view, aim), role: "img", "aria-label": words });
    const pieces = [...position.pieces.values()].sort((a, b) => a.layer - b.layer);
    svg.append(...pieces.map(drawPiece));
    for (const piece of pieces.filter((each) => isNew(each, position.before.pieces))) {
      const [x, y, w] = piece.at, pad = w < 80 ? 6 : -2, [right, top, size] = [x + w + pad, y - pad, w < 80 ? 12 : 22];
      svg.append(outline(piece, "mark", pad), draw("polygon", { points: `${right - size},${top} ${right},${top} ${right},${top + size}`, class: "flag" }));
    }
    if (aim) {
      const [x, y, w, h] = aim.at;
      svg.append(outline(aim, "aim"), draw("rect", { x: x + w / 2 - 38, y: y + h - 9, width: 76, height: 22, rx: 6, class: "tab-ground" }));
      svg.append(draw("text", { x: x + w / 2, y: y + h + 8, class: "tab" }, "chosen"));
    }
    return svg;
  }

  // Words beside the board
  function marked(value, before) {
    if (before === undefined || before === value) return [String(value)];
    return [make("span", { class: "new" }, String(value)), make("span", { class: "was" }, ` (was ${before || "–"})`)];
  }

  const COST = /, cost \d+$/; // said in its own column

  const costWords = (cost) => (cost ? `${cost.amount} ${cost.unit}` : "–");

  function optionsTable(position, look) {
    const hasCost = position.options.some((option) => option.cost);
    const head = make("tr", {}, make("th", { class: "tick" }), make("th", { scope: "col" }, "option"),
      hasCost ? make("th", { scope: "col", class: "number" }, "cost") : null,
      position.score ? make("th", { scope: "col", class: "number" }, position.score === "worth" ? "worth in samples" : "score") : null);
    const rows = position.options.map((option) => {
      const row = make("tr", { class: option.chosen ? "chosen" : null },
        make("td", { class: "tick" }, option.chosen ? "→" : ""), make("th", { scope: "row" }, (hasCost ? option.words.replace(COST, "") : option.words) + (option.is_own ? " (its own answer)" : "")),
        hasCost ? make("td", { class: "number" }, costWords(option.cost)) : null,
        position.score ? scoreCell(option) : null);
      if (option.target) {
        row.addEventListener("mouseenter", () => look(option.target));
        row.addEventListener("mouseleave", () => look(null));
      }
      return row;
    });
    return make("table", { class: "options" }, make("thead", {}, head), make("tbody", {}, ...rows));
  }

  function scoreCell(option) {
    const cell = make("td", { class: "number" }, option.score === null ? "–" : String(option.score).replace("-", "−"));
    if (option.interval) cell.append(make("span", { class: "interval" }, `[${option.interval.join(", ")}], n = ${option.samples}`));
    return cell;
  }

  const badge = (seat) => make("span", { class: `badge seat${seat}` }, String(seat));

  function seatsTable(game, position) {
    const head = make("tr", {}, make("th", {}), ...position.seats.map((_, seat) => make("th", { scope: "col" }, badge(seat), seat === position.seat ? " asked" : "")));
    const rows = game.columns.map((name, place) => make("tr", {}, make("th", { scope: "row" }, name),
      ...position.seats.map((row, seat) => make("td", {}, ...marked(row[place], position.before.seats[seat]?.[place])))));
    return make("table", { class: "seats" }, make("thead", {}, head), make("tbody", {}, ...rows));
  }

  function factsList(position) {
    return make("dl", {}, ...[...position.facts].flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, ...marked(value, position.before.facts.get(name)))]));
  }

  function changedList(position) {
    const { pieces } = position.before;
    if (!pieces.size) return null;
    const items = [...position.pieces.values()].filter((piece) => isNew(piece, pieces)).map((piece) => {
      const old = pieces.get(piece.key)?.words;
      return piece.words + (old ? ` (was ${old.slice(old.indexOf(": ") + 2)})` : "");
    });
    for (const [key, piece] of pieces) if (piece.words && !position.pieces.has(key)) items.push(`${piece.words}: gone`);
    return items.length ? make("ul", {}, ...items.map((words) => make("li", {}, words))) : make("p", { class: "note" }, "Nothing on the board; see the seats.");
  }

  const section = (title, content, role = null) => (content ? make("section", { class: role }, make("h3", {}, title), content) : null);

  function handList(position) {
    if (!position.hand?.length) return make("p", { class: "note" }, "Nothing is hidden in a hand here.");
    return make("ul", { class: "hand" }, ...position.hand.map((card) => make("li", { title: card.words }, card.face)));
  }

  function questionOf(game, position) {
    if (position.end) return make("div", { class: "question" }, make("p", { class: "asked" }, "The end"), make("p", { class: "choice" }, make("strong", {}, game.verdict)));
    const asked = `Turn ${position.turn}, seat ${position.seat} (${position.policy}) is asked: ${position.asks} (${position.question}, ${position.n_options} option${position.n_options === 1 ? "" : "s"})`;
    const cost = position.cost ? make("span", { class: "price" }, `, cost: ${costWords(position.cost)}`) : null;
    return make("div", { class: "question" }, make("p", { class: "asked" }, asked), make("p", { class: "choice" }, "→ ", make("strong", {}, position.words.replace(COST, "")), cost));
  }

  function keyOf(game) {
    const sign = (role) => {
      const svg = draw("svg", { viewBox: "0 0 60 40", class: "sign" });
      svg.append(draw("rect", { x: 5, y: 5, width: 50, height: 30, rx: 5, class: role }));
      return svg;
    };
    return make("p", { class: "note" }, sign("mark"), " dashed, with a corner: changed since the step before. ", sign("aim"), " thick: where the choice goes. ", game.key ?? "");
  }

  // The win chance over the steps, where it was played out: a line for each seat, through its own questions
  function curveOf(game, number) {
    const { lines, words } = game.curve;
    if (!lines.length) return null;
    const last = Math.max(game.frames.length - 1, 1), x = (place) => (1000 * place) / last, y = (value) => 100 - 100 * value;
    const svg = draw("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img", "aria-label": "win chance by step" });
    svg.append(draw("line", { x1: 0, x2: 1000, y1: 50, y2: 50, class: "half" }));
    for (const { seat, points } of lines) {
      const role = `seat${seat}`;
      const upper = points.map(([place, chance]) => `${x(place)},${y(chance.high)}`), lower = points.map(([place, chance]) => `${x(place)},${y(chance.low)}`).reverse();
      svg.append(draw("polygon", { points: [...upper, ...lower].join(" "), class: `band ${role}` }),
        draw("polyline", { points: points.map(([place, chance]) => `${x(place)},${y(chance.value)}`).join(" "), class: `path ${role}` }));
    }
    svg.append(draw("line", { x1: x(number - 1), x2: x(number - 1), y1: 0, y2: 100, class: "now" }));
    const names = lines.length > 1 ? lines.map(({ seat }) => badge(seat)) : [];
    return make("div", { class: "curve" }, make("h3", {}, `${words}, by step, 0 to 100 %, with 95 % intervals `, ...names), svg,
      make("p", { class: "ends" }, make("span", {}, "step 1"), make("span", {}, `step ${last}`)));
  }

  const percent = (chance, unit = "%") => (chance.n
    ? `${(100 * chance.value).toFixed(1)} ${unit} [${(100 * chance.low).toFixed(1)}, ${(100 * chance.high).toFixed(1)}], n = ${chance.n}` : `${+(100 * chance.value).toFixed(2)} ${unit}, known`);

  function chanceWords(chance) {
    const lines = [["with this choice", percent(chance.before)], ["at the seat's next question", chance.after ? percent(chance.after) : "–"]];
    if (chance.best) lines.push(["best other", `${chance.best.words.replace(COST, "")}: ${percent(chance.best.after)}`], ["it gains", percent(chance.best.gain, "points").replaceAll("-", "−")]);
    return make("dl", {}, ...lines.flatMap(([name, words]) => [make("dt", {}, name), make("dd", {}, words)]));
  }

  function valueWords(value) {
    const words = (chance) => `${(100 * chance).toFixed(1)} %`;
    const lines = [["with this choice", words(value.chance)]];
    if (value.other) lines.push(["next best", `${value.other.words.replace(COST, "")}: ${words(value.other.chance)}`]);
    for (const part of value.without) lines.push([`without ${part.words}`, words(part.chance)]);
    return make("dl", {}, ...lines.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]));
  }

  function overlookedWords(found) {
    const what = found.nothing_noticed ? "everything: answered at random" : found.groups ? `${found.groups} group${found.groups > 1 ? "s" : ""} of options` : "nothing better";
    const lines = [["overlooked", what]];
    if (found.groups !== 0) lines.push(["its policy would have answered", found.words.replace(COST, "")]);
    return make("dl", {}, ...lines.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]));
  }

  // One game on the page
  class Side {
    constructor(game) {
      this.game = game;
      this.positions = positionsOf(game);
      this.node = make("article", { class: "side", "aria-label": game.name });
    }

    show(number) {
      const { game } = this, position = this.positions[number - 1];
      let board = position.view ? drawBoard(game, position) : make("pre", { class: "text", tabindex: 0 }, position.text);
      const look = (key) => {
        board.querySelector(".look")?.remove();
        const piece = placeOf(position, key);
        if (piece) board.append(outline(piece, "look", -6));
      };
      const hand = position.end ? null : section(`Seat ${position.seat} sees in its hand`, handList(position));
      const panel = make("div", { class: "panel" }, hand,
        position.options ? section(optionsTitle(position), optionsTable(position, look)) : null,
        position.chance ? section("Win chance", chanceWords(position.chance)) : null,
        position.value ? section("Win chance by the trained value", valueWords(position.value)) : null,
        position.overlooked ? section("What was overlooked", overlookedWords(position.overlooked)) : null,
        position.view ? section("Seats", seatsTable(game, position)) : null,
        position.facts.size ? section("On the table", factsList(position)) : null,
        section("Changed since the step before", position.view ? changedList(position) : null, "changed"));
      const figure = make("div", { class: "figure" }, make("div", { class: "board" }, board), position.view ? keyOf(game) : null, curveOf(game, number));
      const who = data.games.length > 1 ? make("h2", { class: "who" }, `${game.name}, step ${number} of ${this.positions.length}`) : null;
      this.node.replaceChildren(...[who, questionOf(game, position), figure, panel].filter((part) => part));
    }
  }

  function optionsTitle(position) {
    const all = position.options.length === position.n_options;
    const scored = position.score === "worth" ? ", with what each was worth in games played on from here" : position.score ? ", as the policy scores them" : "";
    return `${all ? "Its options" : `${position.options.length} of ${position.n_options} options`}${scored}`;
  }

  // Moving through the game
  const sides = data.games.map((game) => new Side(game));
  const main = document.getElementById("board");
  const [slider, place, play] = ["slider", "place", "play"].map((id) => document.getElementById(id));
  const last = data.moments.length;
  let now = 0, timer = null;

  const clamped = (number) => Math.min(Math.max(Math.round(number) || 1, 1), last);
  const named = () => { const match = /^#t=(\d+)$/.exec(location.hash); return match ? clamped(Number(match[1])) : null; };

  function show(number) {
    now = clamped(number);
    sides.forEach((side, index) => side.show(data.moments[now - 1][index]));
    slider.value = now;
    place.value = `${now} of ${last}`;
    slider.setAttribute("aria-valuetext", `step ${now} of ${last}`);
    if (location.hash !== `#t=${now}`) history.replaceState(null, "", `#t=${now}`);
    markTurn();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    play.setAttribute("aria-pressed", "false");
    play.textContent = "play";
  }

  function toggle() {
    if (timer !== null) return pause();
    if (now === last) show(1);
    timer = setInterval(() => (now < last ? show(now + 1) : pause()), PACE);
    play.setAttribute("aria-pressed", "true");
    play.textContent = "stop";
  }

  const turns = data.turns.map(({ at, turn, words }) => {
    const link = make("a", { href: `#t=${at}` }, make("span", { class: "turn" }, turn), make("span", {}, words));
    document.getElementById("turns").append(make("li", {}, link));
    return { at, link };
  });

  function markTurn() {
    const current = turns.findLast(({ at }) => at <= now);
    for (const { link } of turns) link.removeAttribute("aria-current");
    if (!current) return;
    current.link.setAttribute("aria-current", "step");
    const list = document.getElementById("turns");
    const [box, own] = [list.getBoundingClientRect(), current.link.getBoundingClientRect()];
    if (own.top < box.top || own.bottom > box.bottom) list.scrollTop += own.top - box.top - box.height / 3;
  }

  const KEYS = { ArrowLeft: () => now - 1, ArrowRight: () => now + 1, Home: () => 1, End: () => last };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("#turns")) return;
    if (event.key === " " && !event.target.closest?.("button, a")) toggle();
    else if (event.key in KEYS) { pause(); show(KEYS[event.key]()); }
    else return;
    event.preventDefault();
  });
  slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
  document.getElementById("back").addEventListener("click", () => { pause(); show(now - 1); });
  document.getElementById("on").addEventListener("click", () => { pause(); show(now + 1); });
  play.addEventListener("click", toggle);
  window.addEventListener("hashchange", () => { const wanted = named(); if (wanted && wanted !== now) { pause(); show(wanted); } });

  slider.max = last;
  main.classList.toggle("single", sides.length === 1);
  main.append(...sides.map((side) => side.node));
  show(named() ?? data.start);
})();
