"use strict";
const $ = (s, e = document) => e.querySelector(s), $$ = (s, e = document) => [...e.querySelectorAll(s)];
const table = $(".rank"), body = table.tBodies[0], heads = $$("thead th", table), say = $("#say"), box = $("#q");
const by = $("#by"), byName = new Intl.Collator("en").compare;
const own = heads.length;
const rows = $$("tr", body).map((tr, order) => ({
  tr, order, keys: tr.dataset.k.split("|"), state: tr.dataset.s, text: tr.dataset.t.toLowerCase() }));
const others = $$(".list tbody tr").map(tr => ({ tr, state: tr.dataset.s, text: tr.dataset.t.toLowerCase() }));
const rest = JSON.parse($("#index").textContent);
let state = "", column = 0, down = false, found = 0;

const tell = lead => {
  const shown = rows.filter(row => !row.tr.hidden).length + found;
  const more = others.filter(row => !row.tr.hidden).length;
  say.textContent = lead + (box.value || state
    ? `${shown} of ${rows.length + rest.length} ranked, ${more} of ${others.length} others.` : "");
};
const sort = (place, wantDown) => {
  column = place; down = wantDown;
  const sign = down ? -1 : 1, isText = place === 1;
  const worth = row => isText ? row.tr.cells[1].firstChild.textContent : row.keys[place] === "" ? NaN : +row.keys[place];
  for (const row of rows) row.worth = worth(row);
  rows.sort((a, b) => {
    const x = a.worth, y = b.worth;
    if (isText) return sign * byName(x, y) || a.order - b.order;
    return isNaN(x) - isNaN(y) || (isNaN(x) ? 0 : sign * (x - y)) || a.order - b.order;
  });
  const all = document.createDocumentFragment();
  for (const row of rows) all.append(row.tr);
  body.append(all);
  for (const th of heads) th?.removeAttribute("aria-sort");
  heads[place].setAttribute("aria-sort", down ? "descending" : "ascending");
  by.value = place;
  tell(`Sorted by ${heads[place].dataset.n}, ${isText ? down ? "Z" : "A" : down ? "largest" : "smallest"} first. `);
};
const filter = () => {
  const want = box.value.trim().toLowerCase();
  for (const row of [...rows, ...others])
    row.tr.hidden = !!(want && !row.text.includes(want)) || !!(state && row.state !== state);
  for (const fold of $$(".more")) if (want || state)
    fold.open = !!$("tbody tr:not([hidden])", fold);
  const lines = want ? rest.filter(line => line.toLowerCase().includes(want)
    && (!state || line.split("\t")[2] === state)) : [];
  found = lines.length;
  $("#rest").replaceChildren(...lines.slice(0, 50).map(line => {
    const item = document.createElement("li"), [rank, score, condition, symbol, name] = line.split("\t");
    item.textContent = `${rank}. ${name} ${symbol}, score ${score}, ${condition}`;
    return item;
  }));
  $("#rest").hidden = !found;
  tell("");
};
const head = (th, place) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...th.childNodes); th.append(button);
  button.addEventListener("click", () => sort(place, column === place ? !down : th.dataset.d === "1"));
};
heads.forEach((th, place) => { head(th, place); by.append(new Option(th.dataset.n, place)); });
by.addEventListener("change", () => sort(+by.value, heads[by.value].dataset.d === "1"));
box.addEventListener("input", filter);
for (const button of $$(".states button")) button.addEventListener("click", () => {
  state = state === button.value ? "" : button.value;
  for (const other of $$(".states button")) other.setAttribute("aria-pressed", String(other.value === state));
  filter();
});
// Columns beyond the page's own are made from the sort keys when they are asked for.
const compact = Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const written = (key, form) => {
  if (key === "") return "–";
  const value = +key, places = +form.slice(1);
  const text = form[0] === "m" ? compact.format(value) : form === "n" ? String(value) : value.toFixed(places);
  return (form[0] === "s" && value > 0 ? "+" : "") + text.replace("-", "−");
};
const extra = (check, place) => {
  const th = document.createElement("th");
  th.scope = "col"; th.className = "x num"; th.dataset.n = check.dataset.n; th.dataset.d = "1";
  th.append(check.dataset.n, Object.assign(document.createElement("small"), { textContent: check.dataset.u }));
  heads[place] = th; table.tHead.rows[0].append(th); head(th, place); by.append(new Option(th.dataset.n, place));
  for (const row of rows) {
    const td = row.tr.insertCell();
    td.className = "x num"; td.textContent = written(row.keys[place], check.dataset.f);
  }
};
const checks = $$(".pick input");
for (const check of checks) {
  const place = +check.value;
  if (place < own) check.checked = getComputedStyle(heads[place]).display !== "none";
  check.addEventListener("change", () => {
    if (place >= own && !heads[place]) extra(check, place);
    for (const other of checks) {
      const th = heads[other.value];
      if (th) for (const row of table.rows)
        row.cells[th.cellIndex].style.display = other.checked ? "table-cell" : "none";
    }
    table.dataset.set = "";
    const sheet = table.parentElement; sheet.classList.remove("wide");
    sheet.classList.toggle("wide", table.offsetWidth > sheet.clientWidth + 1);
  });
}
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && event.target !== box) { event.preventDefault(); box.focus(); box.select(); }
  else if (event.key === "Escape" && event.target === box) { box.value = ""; filter(); }
  else if (event.key === "Escape") {
    const open = $(".pick[open]"); if (open) { open.open = false; $("summary", open).focus(); }
  } else if ((event.key === "j" || event.key === "k") && !/INPUT|SELECT/.test(event.target.tagName)) {
    const names = $$("tbody tr:not([hidden]) th > :first-child", table), now = names.indexOf(document.activeElement);
    const next = names[event.key === "j" ? now + 1 : Math.max(0, now - 1)];
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
addEventListener("beforeprint", () => { for (const fold of $$(".more")) fold.open = true; });
$(".tools").hidden = false;
