// Tree and bytes: boxes, tags, units and samples; the elements of what is selected; its bytes with the bits of the element marked.
import { el, fill, formatBytes, formatCount, formatOffset, plural, copyButton } from "./text.js";
import { VirtualList } from "./list.js";
import { absence, describeSample } from "./samples.js";
import { definitions } from "./overview.js";

const HEX_COLUMNS = 16;

/** Rows of a tree that are open. Ids: nodes, then one group a track. Samples have no ids: they are counted, never listed. */
class TreeRows {
  constructor(file) {
    this.file = file;
    this.nodes = file.source.nodes.length;
    this.tracks = file.tracks.filter(track => track.count);
    this.open = new Set();
    this.build();
  }

  build() {
    this.ids = [];
    const visit = (node, depth) => {
      this.ids.push([node, depth]);
      if (this.open.has(node) && depth < 64) for (const child of this.file.source.index.children(node)) visit(child, depth + 1);
    };
    for (const node of this.file.source.index.children(-1)) visit(node, 0);
    this.count = this.ids.length;
    this.groups = this.tracks.map((track, t) => {
      const start = this.count, isOpen = this.open.has(this.nodes + t);
      this.count += 1 + (isOpen ? track.count : 0);
      return { start, isOpen };
    });
    this.rowOf = new Map(this.ids.map(([node], row) => [node, row]));
  }

  /** What a row is: {node, depth}, {group}, or {track, sample}. */
  at(row) {
    if (row < this.ids.length) return { node: this.ids[row][0], depth: this.ids[row][1] };
    for (let t = this.groups.length - 1; t >= 0; t--) {
      const { start } = this.groups[t];
      if (row === start) return { group: t };
      if (row > start) return { track: this.tracks[t], sample: row - start - 1, group: t, depth: 1 };
    }
    return {};
  }

  toggle(id, open = !this.open.has(id)) {
    if (open) this.open.add(id); else this.open.delete(id);
    this.build();
  }

  /** The row of a node; its parents open. */
  show(node) {
    const path = this.file.source.index.path(node).slice(0, -1);
    if (path.some(parent => !this.open.has(parent))) { for (const parent of path) this.open.add(parent); this.build(); }
    return this.rowOf.get(node) ?? -1;
  }

  /** The row of a sample; its group opens. */
  showSample(track, sample) {
    const t = this.tracks.indexOf(track);
    if (t < 0) return -1;
    if (!this.groups[t].isOpen) this.toggle(this.nodes + t, true);
    return this.groups[t].start + 1 + sample;
  }
}

/** Rows of the hex view: lines of 16 bytes in the ranges that the source has, and a line for each hole between them. */
class HexRows {
  constructor(file) {
    const size = file.size;
    this.parts = [];
    let row = 0, at = 0;
    const hole = to => { if (to > at) this.parts.push({ row: row++, start: at, end: to, isHole: true }); };
    for (const [start, end] of file.source.ranges()) {
      hole(start);
      const first = Math.floor(start / HEX_COLUMNS);
      this.parts.push({ row, start, end, first });
      row += Math.ceil(end / HEX_COLUMNS) - first;
      at = end;
    }
    hole(size);
    this.count = row;
  }

  partAt(row) {
    let low = 0, high = this.parts.length;
    while (low < high) { const middle = (low + high) >> 1; if (this.parts[middle].row <= row) low = middle + 1; else high = middle; }
    return this.parts[low - 1];
  }

  rowOf(offset) {
    const part = this.parts.find(candidate => offset < candidate.end);
    if (!part) return -1;
    return part.isHole ? part.row : part.row + Math.floor(offset / HEX_COLUMNS) - part.first;
  }
}

/** Builds the view into `host`. */
export function buildTree(page, host) {
  const { model } = page;
  let rows, hex;
  const state = { row: -1, isListed: false, cache: new Map() };
  const details = el("div", { class: "details", tabindex: 0, "aria-label": "Elements" });
  const tree = new VirtualList({
    name: "tree", label: "Structure of the file", role: "tree", rowHeight: 24,
    count: () => rows.count, selected: () => state.row,
    attributes(row) {
      const { node, group, sample, depth = 0 } = rows.at(row), id = node ?? (sample === undefined ? rows.nodes + group : -1);
      const hasChildren = sample === undefined && (node === undefined || model.file.source.index.children(node).length > 0);
      return { "aria-level": depth + 1, "aria-expanded": hasChildren ? String(rows.open.has(id)) : null, style: `padding-left:${depth * 16 + 4}px` };
    },
    row: row => treeRow(model.file, rows, row),
    pick(row, event) {
      const { node, group, track, sample } = rows.at(row);
      const isGroup = node === undefined && sample === undefined;
      if (event?.target?.classList?.contains("twist") || isGroup) {
        // Keys move to a group; a click opens or closes it.
        if (event?.type !== "keydown") rows.toggle(node ?? rows.nodes + group);
        state.row = row;
        tree.render();
        return;
      }
      // A sample of a list of a track stays selected there, though the tree of the file may have it too.
      state.isListed = sample !== undefined;
      if (sample !== undefined) model.selectSample(track, sample, "tree"); else model.selectNode(node, -1, "tree");
    },
    key(event, row) {
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft" && event.key !== "Enter" && event.key !== " ") return false;
      if (row < 0) return true;
      const { node, group, sample } = rows.at(row), id = node ?? rows.nodes + group;
      if (event.key === "ArrowLeft" && !rows.open.has(id) && node !== undefined) {
        const { parent } = model.file.source.node(node);
        if (parent >= 0) model.selectNode(parent, -1, "tree");
      } else if (event.key === "ArrowLeft" && sample !== undefined) {
        state.row = rows.groups[group].start;
        tree.render();
        tree.reveal(state.row);
      } else if (sample === undefined) { rows.toggle(id, event.key === "ArrowRight" ? true : event.key === "ArrowLeft" ? false : undefined); tree.render(); }
      return true;
    },
  });
  const bytes = new VirtualList({
    name: "hex", label: "Bytes", rowHeight: 22, scrolls: true,
    count: () => hex.count, selected: () => -1,
    row: row => hexRow(page, hex, state.cache, row, () => bytes.render()),
    pick(row, event) {
      const cell = event.target?.closest?.("[data-offset]");
      if (cell) model.selectByte(Number(cell.dataset.offset), "bytes");
    },
    key(event) {
      const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: HEX_COLUMNS, ArrowUp: -HEX_COLUMNS }[event.key];
      if (!by || !model.selection) return false;
      // What is selected may be longer than the step.
      const { offset, size } = model.selection, next = offset + (by > 0 ? Math.max(by, size) : by);
      model.selectByte(Math.max(0, Math.min(model.file.size - 1, next)), "bytes");
      return true;
    },
  });
  fill(host, el("div", { class: "tree-view" }, el("section", {}, el("h3", {}, "Structure"), tree.element),
    el("section", {}, el("h3", {}, "Elements"), details), el("section", { class: "wide" }, el("h3", {}, "Bytes ", copyButton(() => selectedHex(model), "Copy as hex")), bytes.element)));

  const open = () => {
    rows = new TreeRows(model.file);
    hex = new HexRows(model.file);
    state.cache = new Map();
    state.row = -1;
    for (const node of model.file.source.index.children(-1)) if (model.file.source.index.children(node).length <= 12) rows.open.add(node);
    rows.build();
    show();
  };
  const show = () => {
    // What is not shown reads nothing.
    if (host.hidden) return;
    const { selection } = model;
    if (!selection) state.row = -1;
    else if (selection.by === "tree" && state.isListed && selection.sample >= 0) state.row = rows.showSample(selection.track, selection.sample);
    else if (selection.node >= 0) state.row = rows.show(selection.node);
    else state.row = selection.sample >= 0 ? rows.showSample(selection.track, selection.sample) : -1;
    // An element that is chosen with a key keeps the focus.
    const focused = details.contains(document.activeElement) && document.activeElement !== details ? document.activeElement : null;
    fill(details, elements(page));
    if (focused) (details.querySelector(`[data-field="${focused.dataset.field}"]`) ?? details).focus({ preventScroll: true });
    details.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
    tree.render();
    tree.reveal(state.row);
    bytes.render();
    if (selection) bytes.reveal(hex.rowOf(selection.offset));
  };
  open();
  model.on("file", open);
  model.on("select", show);
  page.views.tree = { tree, bytes, get rows() { return rows; }, get hex() { return hex; } };
  return { charts: [], shown: show };
}

/** The bytes of the selection as hexadecimal numbers, at most 64 KiB; empty if they are not held. */
async function selectedHex({ selection, file }) {
  const bytes = selection ? await file.source.bytes(selection.offset, Math.min(selection.size, 1 << 16)).catch(() => null) : null;
  return Array.from(bytes ?? [], byte => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

function treeRow(file, rows, row) {
  const { node, group, track, sample } = rows.at(row);
  const twist = (id, has) => el("span", { class: "twist", "aria-hidden": "true" }, has ? (rows.open.has(id) ? "▾" : "▸") : "");
  if (sample !== undefined) {
    return [twist(-1, false), el("span", { class: "name" }, `${track.typeName(sample)} ${formatCount(sample)}`),
      el("span", { class: "muted" }, `${formatBytes(track.size[sample])} at ${formatOffset(track.offset[sample])}`)];
  }
  if (node === undefined) {
    const { index, type, codec, count } = rows.tracks[group];
    return [twist(rows.nodes + group, true), el("span", { class: "name" }, `Track ${index}`), el("span", { class: "muted" }, `${type} ${codec}, ${plural(count, "sample")}`)];
  }
  const { name, title, size, offset } = file.source.node(node);
  return [twist(node, file.source.index.children(node).length > 0), el("span", { class: "name" }, name), el("span", { class: "title" }, title === name || title === "Box" ? "" : title),
    el("span", { class: "muted" }, `${formatBytes(size)} at ${formatOffset(offset)}`)];
}

/** The elements of the selected node, or the facts of the selected sample. */
function elements(page) {
  const { model } = page, { selection } = model, { source } = model.file;
  if (!selection) return el("p", { class: "muted" }, "Select a structure, a picture or a byte.");
  const sample = selection.sample >= 0 ? describeSample(selection.track, selection.sample) : null;
  const made = [];
  if (selection.node >= 0) {
    const node = source.node(selection.node), path = source.index.path(selection.node).map(i => source.nodes[i][3]).join(" › ");
    made.push(el("h4", {}, path), el("p", { class: "muted" }, `${node.title ? node.title + ", " : ""}${formatBytes(node.size)} at ${formatCount(node.offset)} (${formatOffset(node.offset)})`));
    if (node.sentence) made.push(el("p", {}, node.sentence));
    if (node.clause) made.push(el("p", { class: "muted" }, node.clause));
    if (selection.field >= 0 && node.fields[selection.field]) made.push(chosenField(page, node.fields[selection.field]));
    if (node.fields.length) {
      made.push(el("div", { class: "fields", role: "listbox", "aria-label": "Syntax elements" }, node.fields.map((field, i) => el("button", { role: "option", "data-field": i,
        "aria-current": String(i === selection.field), "aria-selected": String(i === selection.field), style: `padding-left:${6 + Math.min(12, field.depth) * 12}px`,
        onclick: () => model.selectNode(selection.node, i, "field") }, el("span", { class: "name" }, field.name), el("span", { class: "value" }, field.value)))),
      el("p", {}, copyButton(() => node.fields.map(field => `${field.name}\t${field.value}`).join("\n"), "Copy elements")));
    } else made.push(el("p", { class: "muted" }, "The report holds no elements of this structure."));
  } else if (!sample) made.push(el("p", { class: "muted" }, absence(model.file, `Byte ${formatCount(selection.offset)} belongs to no structure in this report.`)));
  if (source.layers) made.push(layersOf(source, selection));
  if (sample) made.push(el("h4", {}, "Sample"), definitions(sample), copyButton(() => sample.map(row => row.join(": ")).join("\n"), "Copy sample"));
  return made;
}

/** What owns a byte, from the outside in, asked of a source that can read the file. */
function layersOf(source, selection) {
  // What was already asked of a byte of the selection is shown.
  const known = [...source.asked.keys()].findLast(at => at >= selection.offset && at < selection.offset + selection.size), offset = known ?? selection.offset;
  const box = el("section", { class: "layers", tabindex: -1, "aria-label": "What owns this byte" });
  const line = ({ kind, name, value, page }) => [el("p", {}, el("span", { class: "muted" }, `${kind} `), el("strong", {}, name), value === undefined ? null : ` = ${value}`),
    page?.meaning ? el("p", {}, page.meaning) : null, page?.clause ? el("p", { class: "muted" }, page.clause) : null];
  const show = () => source.layers(offset).then(layers => fill(box, el("h4", {}, `Byte ${formatCount(offset)}`), layers.map(line)), error => fill(box, el("p", {}, error.message)));
  if (known !== undefined) show();
  else fill(box, el("button", { class: "small", onclick: () => { show(); box.focus(); } }, "Explain this byte"));
  return box;
}

function chosenField(page, field) {
  const place = `bit ${formatCount(field.bit % 8)} of byte ${formatCount(Math.floor(field.bit / 8))} (${formatOffset(field.bit / 8)}), ${plural(field.bits, "bit")}`;
  const box = el("div", { class: "chosen" }, el("p", {}, el("strong", {}, field.name), " = ", field.value), field.sentence ? el("p", {}, field.sentence) : null,
    field.clause ? el("p", { class: "muted" }, field.clause) : null, el("p", { class: "muted" }, place));
  const first = Math.floor(field.bit / 8), length = Math.ceil((field.bit + field.bits) / 8) - first;
  if (length <= 8) page.model.file.source.bytes(first, length).then(bytes => {
    if (!bytes) return;
    const bits = el("p", { class: "bits", "aria-label": "Bits of the element" });
    bytes.forEach((byte, i) => {
      for (let k = 0; k < 8; k++) {
        const at = (first + i) * 8 + k, isMarked = at >= field.bit && at < field.bit + field.bits;
        bits.append(el(isMarked ? "b" : "span", {}, String((byte >> (7 - k)) & 1)));
      }
      bits.append(" ");
    });
    box.append(bits);
  }, error => box.append(el("p", { class: "muted" }, error.message)));
  return box;
}

/** [first, end) bits to mark. */
function markedBits({ model }) {
  const { selection } = model;
  if (!selection) return [0, 0];
  if (selection.field >= 0) {
    const field = model.file.source.node(selection.node).fields[selection.field];
    if (field) return [field.bit, field.bit + field.bits];
  }
  return [selection.offset * 8, (selection.offset + selection.size) * 8];
}

function hexRow(page, hex, cache, row, render) {
  const part = hex.partAt(row), { source } = page.model.file;
  const [first, end] = markedBits(page);
  if (part.isHole) {
    const isMarked = first < part.end * 8 && end > part.start * 8;
    return el("span", { class: `hole ${isMarked ? "on" : ""}` }, `${plural(part.end - part.start, "byte")} from ${formatOffset(part.start)} that this report does not hold`);
  }
  const line = (part.first + row - part.row) * HEX_COLUMNS, from = Math.max(line, part.start), to = Math.min(line + HEX_COLUMNS, part.end);
  const bytes = cache.get(row);
  if (bytes === undefined) {
    if (cache.size > 4000) cache.clear();
    cache.set(row, null);
    source.bytes(from, to - from).then(found => { cache.set(row, found ?? "these bytes cannot be read"); render(); },
      // What was stopped is asked for again when the row is drawn again.
      error => { if (error.message === "stopped") cache.delete(row); else { cache.set(row, error.message); render(); } });
  }
  if (typeof bytes === "string") return [el("span", { class: "offset" }, line.toString(16).toUpperCase().padStart(8, "0")), el("span", { class: "hole" }, bytes)];
  const cells = [], letters = [];
  for (let k = 0; k < HEX_COLUMNS; k++) {
    const offset = line + k, byte = bytes && offset >= from && offset < to ? bytes[offset - from] : undefined;
    const bits = Math.min(end, offset * 8 + 8) - Math.max(first, offset * 8), mark = bits >= 8 ? "on" : bits > 0 ? "part" : "";
    cells.push(el("span", { class: `byte ${mark}`, "data-offset": byte === undefined ? null : offset }, byte === undefined ? "  " : byte.toString(16).toUpperCase().padStart(2, "0")));
    letters.push(el("span", { class: `letter ${mark}`, "data-offset": byte === undefined ? null : offset }, byte === undefined ? " " : byte > 32 && byte < 127 ? String.fromCharCode(byte) : "·"));
  }
  return [el("span", { class: "offset" }, line.toString(16).toUpperCase().padStart(8, "0")), el("span", { class: "cells" }, cells), el("span", { class: "letters" }, letters)];
}
