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
      [row.part, row.section, row.name, samplesOf(row), row.change].map(cell => el("td", {}, cell)),
      [row.a, row.b].map((value, side) => el("td", { class: "value" }, value ?? "–", showButton(page, row, side))))));
  };
  const figures = files.map(file => new Map(keyFigures(file))), keys = [...new Set(figures.flatMap(map => [...map.keys()]))];
  const hidden = (diff.hidden ?? []).map(item => el("li", {}, typeof item === "object" ? Object.values(item).join(": ") : String(item)));
  const unlisted = (diff.hidden ?? []).reduce((sum, { count = 0 }) => sum + count, 0);
  fill(host, el("section", { class: "card" }, el("h2", {}, diff.equal ? "The files are equal" : plural(rows.length + unlisted, "difference")),
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

/** A button that shows in a file what differs; null where the file does not have it. */
function showButton(page, row, side) {
  const { model } = page, file = model.files[side], [number, sample] = side ? [row.track_b, row.sample_b] : [row.track_a, row.sample_a];
  const button = (view, show) => el("button", { class: "small", "aria-label": `Show it in file ${"AB"[side]}`, onclick: () => page.go(view, () => { model.openFile(side); show(); }) }, "Show");
  if (sample !== undefined) {
    const track = file.tracks.find(({ index, count }) => index === number && sample < count);
    return track ? button("timeline", () => { model.setTrack(track); model.selectSample(track, sample, "difference"); model.reveal(); }) : null;
  }
  if (row.part !== "container" || [row.a, row.b][side] === null) return null;
  const node = nodeOfPath(file.source, row.section);
  return node < 0 ? null : button("tree", () => model.selectNode(node, file.source.node(node).fields.findIndex(field => field.name === row.name), "difference"));
}

/** The node of a tree that a path of boxes names, such as "moov/trak[1]/tkhd"; -1 if there is none. */
function nodeOfPath({ index, nodes }, path) {
  let node = -1;
  for (const step of path.split("/")) {
    const [, name, place = 0] = /^(.*?)(?:\[(\d+)\])?$/s.exec(step);
    node = index.children(node).filter(child => nodes[child][3] === name)[place] ?? -1;
    if (node < 0) return -1;
  }
  return node;
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
