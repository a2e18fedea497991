"use strict";
(() => {
  // What is stored of a row is value, low and high in tenths of percent at every place of the slider.
  const at = (curve, place) => curve.slice(3 * place, 3 * place + 3);
  const HALF = 500;

  // As many decimals as half the width of the interval has room for.
  function written([value, low, high]) {
    const places = high - low < 20 ? 1 : 0;
    const [a, b, c] = [value, low, high].map((each) => (each / 10).toFixed(places));
    return { value: `${a}\u00a0%`, interval: `[${b}, ${c}]` };
  }

  function notices(sight) {
    const parts = Math.round(100 * sight);
    if (parts === 100) return "overlooks nothing";
    return `notices ${parts % 10 ? `${parts} of 100` : `${parts / 10} of 10`} good moves`;
  }

  function made(tag, name, parent) {
    const element = document.createElement(tag);
    if (name) element.className = name;
    parent.append(element);
    return element;
  }

  // A line from 0 to 100 % with the band, the value and a mark at one half.
  function gauge(cell) {
    const line = made("span", "gauge", cell);
    line.setAttribute("aria-hidden", "true");
    const [band, dot] = ["band", "dot"].map((name) => made("span", name, line));
    return ([value, low, high]) => {
      band.style.left = `${low / 10}%`;
      band.style.width = `${(high - low) / 10}%`;
      dot.style.left = `${value / 10}%`;
    };
  }

  function shownRow(row, curve, group) {
    const name = row.cells[0].textContent.trim();
    const rate = document.createElement("td");
    rate.className = "number rate";
    const value = made("span", "", rate);
    const interval = made("span", "interval", rate);
    const bar = document.createElement("td");
    const draw = gauge(bar);
    row.cells[0].after(rate, bar);
    const show = (place) => {
      const numbers = at(curve, place);
      const words = written(numbers);
      value.textContent = `${words.value} `;
      interval.textContent = words.interval;
      draw(numbers);
      return { row, name, group, numbers, words };
    };
    return { row, group, show };
  }

  function summary(rows, sight, group) {
    const told = (each) => `${each.name} ${each.words.value} ${each.words.interval}`;
    const distance = (each) => Math.abs(each.numbers[0] - HALF);
    const even = rows.reduce((best, each) => (distance(each) < distance(best) ? each : best));
    const where = group ? `, ${group}` : "";
    return `A group that ${notices(sight)} (sight ${sight.toFixed(2)}${where}) wins least in ${told(rows[0])}, most in ` +
      `${told(rows[rows.length - 1])}; nearest to an even game: ${told(even)}.`;
  }

  function makeLive(box) {
    const stored = JSON.parse(box.querySelector("script").textContent);
    const table = box.querySelector("table");
    const body = table.tBodies[0];
    const [input, output, status, choice] = ["input", "output", "[role=status]", "select"].map((each) => box.querySelector(each));
    const names = [...new Set(stored.groups)];
    const rows = [...body.rows].map((row, number) => shownRow(row, stored.curves[number], stored.groups[number] ?? ""));
    const heads = table.tHead.rows[0];
    const head = document.createElement("th");
    head.scope = "col";
    head.className = "number";
    head.textContent = "won by our group";
    const scale = document.createElement("th");
    scale.scope = "col";
    scale.textContent = "0 to 100 %";
    heads.cells[0].after(head, scale);
    // what a page without a script shows of a few places makes room
    for (const row of [heads, ...body.rows]) [...row.cells].slice(3, -1).forEach((cell) => { cell.hidden = true; });
    table.classList.remove("several", "many");
    table.classList.add("live");

    const show = () => {
      const place = Number(input.value);
      const sight = stored.places[place];
      const group = choice.value;
      const shown = rows.filter((each) => each.group === group).map((each) => each.show(place));
      shown.sort((one, other) => one.numbers[0] - other.numbers[0] || one.name.localeCompare(other.name));
      rows.forEach((each) => { each.row.hidden = each.group !== group; });
      body.append(...shown.map((each) => each.row));
      output.textContent = notices(sight);
      input.setAttribute("aria-valuetext", `${notices(sight)}, sight ${sight.toFixed(2)}`);
      if (shown.length) status.textContent = summary(shown, sight, names.length > 1 ? group : "");
    };
    names.forEach((name) => { made("option", "", choice).textContent = name; });
    if (names.length > 1) choice.parentElement.hidden = false;
    input.max = String(stored.places.length - 1);
    input.value = String(stored.places.findIndex((place) => place >= stored.start - 1e-9));
    input.addEventListener("input", show);
    choice.addEventListener("change", show);
    box.querySelector(".control").hidden = false;
    show();
  }

  document.querySelectorAll(".slider").forEach(makeLive);
})();
