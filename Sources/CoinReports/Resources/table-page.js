"use strict";
const table = document.querySelector("#rows table");
const body = table.tBodies[0];
const headings = [...table.tHead.rows[0].cells];
const rows = [...body.rows];
const byName = new Intl.Collator("en").compare;

const sort = (place, isNumber, descending) => {
  const sign = descending ? -1 : 1;
  const compare = isNumber ? (a, b) => a - b : byName;
  const keyed = rows.map((row, index) => {
    const cell = row.cells[place];
    const isMissing = cell.querySelector("abbr") !== null;
    const key = isNumber && !isMissing ? Number(cell.dataset.v ?? cell.textContent) : cell.textContent;
    return { row, index, isMissing, key };
  });
  keyed.sort((a, b) =>
    a.isMissing - b.isMissing || (!a.isMissing && sign * compare(a.key, b.key)) || a.index - b.index);
  const sorted = document.createDocumentFragment();
  for (const entry of keyed) sorted.append(entry.row);
  body.append(sorted);
};

headings.forEach((heading, place) => {
  if (heading.className === "drawing") return;
  const isNumber = heading.className === "number";
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  heading.append(button);
  button.addEventListener("click", () => {
    const current = heading.getAttribute("aria-sort");
    const descending = current ? current === "ascending" : isNumber;
    sort(place, isNumber, descending);
    for (const other of headings) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  });
});

const input = document.querySelector("input");
const output = document.querySelector("output"), all = output.textContent;
const plain = text => text.toLowerCase().replaceAll("\u2212", "-");
const texts = rows.map(row =>
  [...row.cells].filter(cell => !cell.querySelector("svg")).map(cell => plain(cell.textContent)));
input.addEventListener("input", () => {
  const wanted = plain(input.value.trim());
  let count = 0;
  rows.forEach((row, index) => {
    row.hidden = !texts[index].some(text => text.includes(wanted));
    if (!row.hidden) count += 1;
  });
  output.textContent = wanted ? `${count} of ${all}` : all;
});
input.parentElement.hidden = false;
