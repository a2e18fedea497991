"use strict";
(() => {
  const number = (cell) => (cell.dataset.value === "" ? NaN : Number(cell.dataset.value));
  const compareText = new Intl.Collator("en", { numeric: true }).compare;

  // Cells without a number stay at the end, whichever way the rest is sorted.
  function comparison(column, isNumber, sign) {
    return (one, other) => {
      const [a, b] = [one.cells[column], other.cells[column]];
      if (!isNumber) return sign * compareText(a.textContent.trim(), b.textContent.trim());
      const [x, y] = [number(a), number(b)];
      if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
      return sign * (x - y);
    };
  }

  // One click sorts upwards, the next downwards, the third puts the table back as it was.
  const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

  function makeSortable(table) {
    const body = table.tBodies[0];
    const original = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    if (original.length < 2) return;
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const order = NEXT[head.getAttribute("aria-sort")];
        heads.forEach((each) => each.setAttribute("aria-sort", "none"));
        head.setAttribute("aria-sort", order);
        const sign = order === "descending" ? -1 : 1;
        const rows = [...original];
        if (order !== "none") rows.sort(comparison(column, head.classList.contains("number"), sign));
        body.append(...rows);
      });
    });
  }

  function showTips() {
    const tip = document.createElement("div");
    tip.id = "tip";
    tip.setAttribute("role", "tooltip");
    tip.hidden = true;
    document.body.append(tip);
    const show = (event) => {
      const owner = event.target.closest?.("[data-tip]");
      tip.hidden = !owner;
      if (!owner) return;
      tip.textContent = owner.dataset.tip;
      const box = owner.getBoundingClientRect();
      const left = Math.min(box.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
      tip.style.left = `${Math.max(8, left) + window.scrollX}px`;
      tip.style.top = `${box.bottom + window.scrollY + 4}px`;
    };
    for (const kind of ["mouseover", "click"]) document.addEventListener(kind, show);
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });
  }

  document.querySelectorAll("table:not(.live)").forEach(makeSortable);
  showTips();
})();
