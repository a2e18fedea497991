"use strict";
(() => {
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  // A row is shown unless the filter of its table or a choice for the whole page leaves it out.
  const chosen = new Map();
  const isChosen = (row) => [...chosen].every(([name, value]) => !value || !row.dataset[name] || row.dataset[name] === value);
  function show(table) {
    const rows = [...table.tBodies[0].rows];
    for (const row of rows) row.hidden = row.dataset.left === "out" || !isChosen(row);
    const shown = rows.filter((row) => !row.hidden).length;
    if (table.told) table.told.textContent = shown < rows.length ? `${shown} of ${rows.length} rows` : "";
  }

  function filter(table, text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of table.tBodies[0].rows) {
      const own = row.textContent.toLowerCase();
      row.dataset.left = words.every((word) => own.includes(word)) ? "" : "out";
    }
    show(table);
  }

  // What begins like a formula gets an apostrophe, so that no spreadsheet runs it.
  const field = (text) => {
    const line = text.replace(/\s+/g, " ").trim();
    const safe = /^[=+@＝＋－＠-]/.test(line) && Number.isNaN(Number(line)) ? `'${line}` : line;
    return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  function csv(table) {
    const heads = [...table.tHead.rows[0].cells];
    const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden);
    const wide = heads.map((_, column) => rows.some((row) => row.cells[column].dataset.low));
    const title = (head) => (head.querySelector("button") ?? head).textContent;
    const names = heads.flatMap((head, n) => (wide[n] ? ["", " low", " high"] : [""]).map((end) => title(head).trim() + end));
    const values = (cell, n) => {
      const own = cell.dataset;
      if (wide[n]) return [own.value ?? "", own.low ?? "", own.high ?? ""];
      return [own.value ?? (cell.querySelector("bdi") ?? cell).textContent];
    };
    const lines = rows.map((row) => heads.flatMap((_, n) => values(row.cells[n], n)));
    return [names, ...lines].map((line) => line.map(field).join(",")).join("\n") + "\n";
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make("textarea", { value: text });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  function equip(table) {
    const tools = make("div", { className: "tools" });
    if (table.tBodies[0].rows.length > 5) {
      const box = make("input", { type: "search", placeholder: "Filter rows" });
      box.setAttribute("aria-label", "Filter the rows of this table");
      box.addEventListener("input", () => filter(table, box.value));
      tools.append(box);
    }
    const button = make("button", { type: "button", textContent: "Copy as CSV" });
    table.told = make("span", { className: "told" });
    table.told.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      await copy(csv(table));
      table.told.textContent = "copied";
    });
    tools.append(button, table.told);
    table.closest(".scroll").before(tools);
    for (const row of table.tBodies[0].rows) {
      if (!row.id) continue;
      const link = make("a", { className: "here", href: `#${row.id}` });
      link.setAttribute("aria-label", "Link to this row");
      row.cells[0].append(link);
    }
  }

  // One choice for all tables of the page that tell their rows apart by it.
  const WORDS = { players: "Players", policy: "Who plays" };
  function offer(name, tables, place) {
    const rows = tables.flatMap((table) => [...table.tBodies[0].rows]).filter((row) => row.dataset[name]);
    const words = new Map();
    for (const { dataset } of rows) {
      const told = name === "policy" ? dataset.who : "";
      words.set(dataset[name], told || words.get(dataset[name]) || dataset[name]);
    }
    if (words.size < 2) return;
    const select = make("select");
    select.append(new Option("all", ""), ...[...words].sort().map(([value, told]) => new Option(told, value)));
    select.addEventListener("change", () => {
      chosen.set(name, select.value);
      tables.forEach(show);
    });
    const label = make("label", { textContent: `${WORDS[name]} ` });
    label.append(select);
    place.append(label);
  }

  const tables = [...document.querySelectorAll("table:not(.live)")].filter((table) => table.tHead && table.tBodies[0]);
  tables.forEach(equip);
  const page = make("div", { className: "choices" });
  for (const name of Object.keys(WORDS)) offer(name, tables, page);
  const sheet = make("button", { type: "button", textContent: "Print two pages" });
  sheet.addEventListener("click", () => {
    document.body.classList.add("sheet");
    window.print();
  });
  window.addEventListener("afterprint", () => document.body.classList.remove("sheet"));
  page.append(sheet);
  document.querySelector("nav")?.append(page);
})();
