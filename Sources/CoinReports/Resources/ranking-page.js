"use strict";
const $ = (s, e = document) => e.querySelector(s), $$ = (s, e = document) => [...e.querySelectorAll(s)];
const table = $(".rank"), body = table.tBodies[0], heads = $$("thead th", table), say = $("#say"), box = $("#q");
const by = $("#by"), byName = new Intl.Collator("en").compare;
const entry = (tr, order) => ({ tr, order, keys: tr.dataset.k?.split("|"), text: tr.dataset.t.toLowerCase() });
const rows = $$("tr", body).map(entry), others = $$(".more tbody tr").map(entry);
const rest = JSON.parse($("#index").textContent);
let column = 0, down = false, found = 0;

const chosen = name => $(`input[name=${name}]:checked`)?.value ?? "";
const passes = (state, groups) => {
  const wanted = chosen("st"), sector = chosen("tg");
  return (!wanted || state === wanted) && (!sector || groups.split(" ").includes(sector));
};
const isShown = row => !row.tr.hidden && passes(row.tr.dataset.s, row.tr.dataset.g ?? "");
const tell = lead => {
  const shown = rows.filter(isShown).length + found, more = others.filter(isShown).length;
  say.textContent = lead + `${shown} of ${rows.length + rest.length} ranked coins, ${more} of ${others.length} others.`;
};
const sort = (place, wantDown) => {
  column = place; down = wantDown;
  const sign = down ? -1 : 1, isText = place === 1;
  for (const row of rows)
    row.worth = isText ? row.tr.cells[1].firstChild.textContent : row.keys[place] === "" ? NaN : +row.keys[place];
  rows.sort((a, b) => {
    const x = a.worth, y = b.worth;
    if (isText) return sign * byName(x, y) || a.order - b.order;
    return isNaN(x) - isNaN(y) || (isNaN(x) ? 0 : sign * (x - y)) || a.order - b.order;
  });
  const all = document.createDocumentFragment();
  for (const row of rows) all.append(row.tr);
  body.append(all);
  for (const th of heads) th.removeAttribute("aria-sort");
  heads[place].setAttribute("aria-sort", down ? "descending" : "ascending");
  by.value = place;
  tell(`Sorted by ${heads[place].dataset.n}, ${isText ? down ? "Z" : "A" : down ? "largest" : "smallest"} first. `);
};
const filter = () => {
  const want = box.value.trim().toLowerCase();
  for (const row of [...rows, ...others]) row.tr.hidden = !!want && !row.text.includes(want);
  for (const fold of $$(".more")) if (want) fold.open = others.some(row => fold.contains(row.tr) && isShown(row));
  const lines = want ? rest.map(line => line.split("\t")).filter(parts =>
    parts.slice(3, 5).join(" ").toLowerCase().includes(want) && passes(parts[2], parts[5])) : [];
  found = lines.length;
  $("#rest").replaceChildren(...lines.slice(0, 50).map(([rank, score, state, symbol, name]) =>
    Object.assign(document.createElement("li"), { textContent: `${rank}. ${name} ${symbol}, score ${score}, ${state}` })));
  $("#rest").hidden = !found;
  tell("");
};
heads.forEach((th, place) => {
  if (!th.dataset.n) return;
  const button = document.createElement("button");
  button.type = "button";
  button.append(...th.childNodes); th.append(button);
  button.addEventListener("click", () => sort(place, column === place ? !down : th.dataset.d === "1"));
  by.append(new Option(th.dataset.n, place));
});
by.addEventListener("change", () => sort(+by.value, heads[by.value].dataset.d === "1"));
box.addEventListener("input", filter);
for (const radio of $$("input[type=radio]")) radio.addEventListener("change", filter);
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && event.target !== box) { event.preventDefault(); box.focus(); box.select(); }
  else if (event.key === "Escape" && event.target === box) { box.value = ""; filter(); }
  else if ((event.key === "j" || event.key === "k") && !/INPUT|SELECT/.test(event.target.tagName)) {
    const names = rows.filter(isShown).map(row => $("th > :first-child", row.tr));
    const now = names.indexOf(document.activeElement), next = names[event.key === "j" ? now + 1 : Math.max(0, now - 1)];
    if (next) { next.focus(); next.scrollIntoView({ block: "center" }); }
  }
});
// As cards the table has no table boxes left: say again what its parts are.
const roles = () => {
  const parts = [["thead,tbody", "rowgroup"], ["tr", "row"], ["thead th", "columnheader"],
    ["tbody th", "rowheader"], ["td", "cell"]];
  for (const [what, role] of parts) for (const element of $$(what, table)) element.setAttribute("role", role);
  table.setAttribute("role", "table");
};
const narrow = matchMedia("(max-width: 760px)");
if (narrow.matches) roles(); else narrow.addEventListener("change", roles, { once: true });
// A printed head is repeated only where it has no buttons.
addEventListener("beforeprint", () => {
  for (const fold of $$("details")) fold.open = true;
  for (const th of heads) { th.button = $("button", th); th.button?.replaceWith(...th.button.childNodes); }
});
addEventListener("afterprint", () => {
  for (const th of heads) if (th.button) { th.button.append(...th.childNodes); th.append(th.button); }
});
for (const element of $$(".script")) element.hidden = false;
