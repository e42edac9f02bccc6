// The comparison of two files.
import { el, fill, csvText, download, formatCount, formatTime, plural } from "./text.js";
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
      [row.part, row.section, row.name, samplesOf(row), row.change, row.a ?? "–", row.b ?? "–"].map((cell, k) => el("td", { class: k > 4 ? "value" : "" }, cell)))));
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
  el("div", { class: "scroll-x" }, el("table", { class: "differences" }, header(["Part", "Section", "Name", "Samples", "Change", ...names]), body))) : null);
  list();
  return { charts: [], shown() {} };
}

/** The samples that differ, in the first file or else in the second one: numbers and times. Empty for what is no sample. */
function samplesOf({ sample_a: a, sample_b: b, seconds_a, seconds_b, count = 1 }) {
  const range = first => (count > 1 ? `${formatCount(first)}–${formatCount(first + count - 1)}` : formatCount(first));
  const numbers = [a, b].filter((number, k, all) => number !== undefined && (k === 0 || number !== all[0])).map(range).join(" / ");
  const seconds = seconds_a ?? seconds_b;
  return numbers && seconds !== undefined ? `${numbers} at ${formatTime(seconds, 3)}` : numbers;
}

/** The differences as CSV. */
export function diffCSV(rows) {
  const keys = ["part", "section", "name", "change", "a", "sample_a", "seconds_a", "b", "sample_b", "seconds_b", "count"];
  return csvText(keys, rows.map(row => keys.map(key => row[key])));
}
