"use strict";
const $ = (s, e = document) => e.querySelector(s), $$ = (s, e = document) => [...e.querySelectorAll(s)];
const data = JSON.parse($("#data").textContent), charts = $(".charts"), total = data.weeks.length;
const open = () => {
  const fold = document.getElementById(location.hash.slice(1));
  if (fold?.tagName === "DETAILS") fold.open = true;
};
addEventListener("hashchange", open);
open();
if (charts) {
  const range = $("#week"), outs = $$(".panel[data-f] output"), first = outs.map(out => [...out.childNodes]);
  const chosen = () => $("input[name=p]:checked"), weeks = () => +chosen().value;
  const show = index => {
    const count = weeks(), x = (index - (total - count) + .5) / count * 100 + "%";
    for (const hair of $$(`.k${chosen().id.slice(1)} .hair`)) {
      hair.setAttribute("x1", x); hair.setAttribute("x2", x); hair.removeAttribute("display");
    }
    outs.forEach((out, place) => {
      const small = Object.assign(document.createElement("small"), { textContent: `week of ${data.weeks[index]}` });
      out.replaceChildren(data.panels[place][index] ?? "–", small);
    });
    range.value = index;
    range.setAttribute("aria-valuetext", `week of ${data.weeks[index]}: ` + $$(".panel[data-f] h3").map((h, place) =>
      `${h.textContent} ${data.panels[place][index] ?? "not known"}`).join(", "));
  };
  const leave = () => {
    for (const hair of $$(".hair")) hair.setAttribute("display", "none");
    outs.forEach((out, place) => out.replaceChildren(...first[place]));
    range.value = total - 1;
  };
  const limit = () => { range.min = total - weeks(); range.max = total - 1; leave(); };
  range.addEventListener("input", () => show(+range.value));
  charts.addEventListener("pointermove", event => {
    const shown = $$(`.plot.k${chosen().id.slice(1)}`, charts).find(element => element.offsetWidth);
    if (!shown) return;
    const box = shown.getBoundingClientRect(), part = (event.clientX - box.left) / box.width;
    if (part < 0 || part >= 1) return leave();
    show(total - weeks() + Math.floor(part * weeks()));
  });
  charts.addEventListener("pointerleave", leave);
  for (const radio of $$("input[name=p]")) radio.addEventListener("change", limit);
  for (const element of $$(".script")) element.hidden = false;
  limit();
}
