// The comparison of two files.
import { el, fill, csvText, download, plural } from "./text.js";
import { keyFigures } from "./overview.js";

/** Builds the view into `host`. */
export function buildDiff(page, host) {
  const { facts, files } = page.model, { diff } = facts, rows = diff.differences ?? [];
  const names = files.map((file, i) => `${"AB"[i]}: ${file.facts.name}`);
  const filter = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter differences", oninput: () => list() });
  const body = el("tbody", {}), note = el("span", { class: "muted", role: "status" });
  const header = cells => el("thead", {}, el("tr", {}, cells.map(cell => el("th", { scope: "col" }, cell))));
  const list = () => {
    const wanted = filter.value.toLowerCase();
    const found = rows.filter(row => !wanted || [row.part, row.section, row.name, row.a, row.b].some(text => String(text ?? "").toLowerCase().includes(wanted)));
    fill(note, plural(found.length, "difference"));
    fill(body, found.slice(0, 2000).map(row => el("tr", { class: `change-${row.change}` },
      [row.part, row.section, row.name, row.change, row.a ?? "–", row.b ?? "–"].map((cell, k) => el("td", { class: k > 3 ? "value" : "" }, cell)))));
  };
  const figures = files.map(file => new Map(keyFigures(file))), keys = [...new Set(figures.flatMap(map => [...map.keys()]))];
  const hidden = (diff.hidden ?? []).map(item => el("li", {}, typeof item === "object" ? Object.values(item).join(": ") : String(item)));
  fill(host, el("section", { class: "card" }, el("h2", {}, diff.equal ? "The files are equal" : plural(rows.length, "difference")),
    el("p", {}, Object.entries(diff.counts ?? {}).map(([part, count]) => `${part}: ${count}`).join(", ")),
    hidden.length ? [el("p", {}, "Not listed:"), el("ul", {}, hidden)] : null,
    el("table", { class: "sides" }, header(["", ...names]), el("tbody", {}, keys.map(key => {
      const values = figures.map(map => map.get(key) ?? "–");
      return el("tr", { class: values[0] === values[1] ? "" : "change-changed" }, el("th", { scope: "row" }, key), values.map(value => el("td", {}, value)));
    })))),
  rows.length ? el("section", { class: "card" }, el("h2", {}, "Differences"), el("p", { class: "no-print" }, filter, " ", note, " ",
    el("button", { class: "small", onclick: () => download(`${page.baseName()}-differences.csv`, "text/csv", diffCSV(rows)) }, "CSV")),
  el("div", { class: "scroll-x" }, el("table", {}, header(["Part", "Section", "Name", "Change", ...names]), body))) : null);
  list();
  return { charts: [], shown() {} };
}

/** The differences as CSV. */
export function diffCSV(rows) {
  return csvText(["part", "section", "name", "change", "a", "b"], rows.map(row => [row.part, row.section, row.name, row.change, row.a, row.b]));
}
