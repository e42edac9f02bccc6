// The page: views as tabs, theme, keys, the line of the selection, printing.
import { el, fill, visibleText, formatBytes, formatCount, formatOffset, copyButton } from "./text.js";
import { PageModel, sampleClasses } from "./model.js";
import { readPalette } from "./chart.js";
import { describeSample } from "./samples.js";
import { buildOverview } from "./overview.js";
import { buildTimeline } from "./timeline.js";
import { buildBuffer } from "./buffer.js";
import { buildClock } from "./clock.js";
import { buildMap } from "./map.js";
import { buildTree } from "./tree.js";
import { buildDiff } from "./diff.js";

const viewTable = [
  { id: "overview", title: "Overview", build: buildOverview },
  { id: "timeline", title: "Timeline", build: buildTimeline },
  { id: "buffer", title: "Buffer", build: buildBuffer },
  { id: "clock", title: "Clock", build: buildClock },
  { id: "map", title: "Map", build: buildMap },
  { id: "tree", title: "Tree and bytes", build: buildTree },
  { id: "diff", title: "Diff", build: buildDiff, isWanted: model => model.facts.diff !== undefined },
];

const keyTable = [
  ["1 … 9", "views in their order"], ["← →", "previous, next sample"], ["Shift+G, G", "previous, next key picture"], ["+ −", "zoom in, zoom out"],
  ["0", "whole file"], ["PageUp, PageDown", "move the window"], ["D", "decode or display order"], ["T", "light or dark"], ["?", "this help"],
];

/** The page and what it shows; `window.mediaprobe`. */
export class Page {
  /** `further`: views that a report does not have, in the form of those in `viewTable`. */
  constructor(sources, facts, further = []) {
    Object.assign(this, { model: new PageModel(sources, facts), charts: new Map(), views: {}, palette: {}, further, ending: new AbortController() });
    this.palette = readPalette();
    this.build();
    this.keys();
    this.media();
    this.go(location.hash.slice(1));
  }

  /** Stops listening to the document and the window, so that another page can take its place. */
  close() { this.ending.abort(); }

  build() {
    const { model } = this;
    this.wanted = [...viewTable, ...this.further].filter(view => view.isWanted?.(model) ?? true);
    this.tabs = el("nav", { role: "tablist", "aria-label": "Views" });
    this.status = el("output", { class: "status", "aria-live": "polite" });
    this.help = el("dialog", { "aria-label": "Keys" }, el("h2", {}, "Keys"), el("dl", {}, keyTable.map(([key, what]) => [el("dt", {}, key), el("dd", {}, what)])),
      el("p", {}, "In charts: the wheel zooms, Shift and the wheel move, dragging moves, a double click shows everything."),
      el("form", { method: "dialog" }, el("button", {}, "Close")));
    this.name = el("span", { class: "file" });
    const files = model.files.length > 1 ? el("select", { "aria-label": "File", onchange: event => model.openFile(Number(event.target.value)) },
      model.files.map((file, i) => el("option", { value: i }, `${"AB"[i] ?? i}: ${visibleText(file.facts.name, 60)}`))) : null;
    const main = el("main", {});
    fill(document.body, el("header", {}, el("h1", {}, "mediaprobe"), this.name, files, el("span", { class: "spacer" }),
      el("button", { title: "Light or dark (T)", onclick: () => this.setTheme() }, "Theme"),
      el("button", { title: "Keys (?)", onclick: () => this.help.showModal() }, "Keys")), this.tabs, main, this.status, this.help);
    this.wanted.forEach((view, i) => {
      const tab = el("button", { role: "tab", id: `tab-${view.id}`, "aria-controls": `view-${view.id}`, title: `${view.title} (${i + 1})`, onclick: () => this.go(view.id) }, view.title);
      const panel = el("section", { class: "view", id: `view-${view.id}`, role: "tabpanel", tabindex: -1, "aria-labelledby": `tab-${view.id}`, hidden: true });
      this.tabs.append(tab);
      main.append(panel);
      this.views[view.id] = {};
      const made = view.build(this, panel);
      Object.assign(this.views[view.id], { tab, panel, shown: made.shown });
    });
    const rename = () => { const { facts, size } = model.file; document.title = `${visibleText(facts.name, 80)} – mediaprobe`; fill(this.name, facts.name, " ", el("span", { class: "muted" }, formatBytes(size))); };
    rename();
    model.on("file", () => { rename(); if (files) files.value = model.fileIndex; this.showStatus(); });
    model.on("select", () => this.showStatus());
    this.showStatus();
  }

  /** Shows a view, then does something in it. */
  go(id, then) {
    const view = this.views[id] ? id : "overview", focused = document.activeElement;
    this.current = view;
    for (const [name, { tab, panel }] of Object.entries(this.views)) {
      panel.hidden = name !== view;
      tab.setAttribute("aria-selected", String(name === view));
      tab.tabIndex = name === view ? 0 : -1;
    }
    // What had the focus is hidden, or is made anew.
    if (focused?.closest(".view") && focused.closest(".view") !== this.views[view].panel || this.status.contains(focused)) this.views[view].panel.focus({ preventScroll: true });
    this.showStatus();
    history.replaceState(null, "", `#${view}`);
    this.views[view].shown();
    then?.();
    window.scrollTo(0, 0);
  }

  baseName() { return this.model.file.facts.name.split(/[\\/]/).pop().slice(0, 80) || "report"; }
  classKey(track, sample) { return sampleClasses[track.classOf[sample]].key; }
  trackKey(track) { return track.type === "audio" && track === this.model.file.audio ? "audio" : `c${track.position % 6 + 1}`; }

  showStatus() {
    const { selection, file } = this.model;
    if (!selection) { fill(this.status, el("span", { class: "muted" }, "Nothing is selected. Arrow keys select pictures; ? shows all keys.")); return; }
    const parts = [];
    if (selection.sample >= 0) for (const [name, value] of describeSample(selection.track, selection.sample)) parts.push(el("span", {}, el("b", {}, name), " ", value));
    else parts.push(el("span", {}, el("b", {}, "Byte"), ` ${formatCount(selection.offset)} (${formatOffset(selection.offset)}), ${formatBytes(selection.size)}`));
    if (selection.node >= 0) parts.push(el("span", {}, el("b", {}, "In"), " ", file.source.index.path(selection.node).map(node => file.source.nodes[node][3]).join(" › ")));
    const button = (id, title) => (this.current === id ? null : el("button", { class: "small", onclick: () => this.follow(id) }, title));
    fill(this.status, parts, el("span", { class: "actions" }, selection.sample >= 0 ? button("timeline", "Timeline") : null, button("map", "Map"), button("tree", "Bytes"), copyButton(() => parts.map(part => part.textContent).join("\n"))));
  }

  /** Shows the selection in a view. */
  follow(id) {
    const { model } = this, { selection } = model;
    this.go(id);
    if (!selection) return;
    if (id === "timeline") { if (selection.track !== model.track) model.setTrack(selection.track); model.reveal(); }
    if (id === "map" && (selection.offset < model.byteWindow[0] || selection.offset > model.byteWindow[1])) model.setBytes(selection.offset - selection.size * 4, selection.offset + selection.size * 5);
    this.showStatus();
  }

  setTheme(theme = this.isDark() ? "light" : "dark") {
    document.documentElement.style.colorScheme = theme;
    this.repaint();
  }

  isDark() {
    const chosen = document.documentElement.style.colorScheme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  repaint() {
    this.palette = readPalette();
    for (const chart of this.charts.values()) chart.invalidate();
  }

  media() {
    let last = 0;
    const { signal } = this.ending, resized = new ResizeObserver(() => { if (innerWidth !== last) { last = innerWidth; this.repaint(); } });
    resized.observe(document.body);
    signal.addEventListener("abort", () => resized.disconnect());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.repaint(), { signal });
    const printing = isOn => {
      const root = document.documentElement;
      if (isOn === root.classList.contains("printing")) return;
      if (isOn) { this.theme = root.style.colorScheme; root.style.colorScheme = "light"; } else root.style.colorScheme = this.theme;
      root.classList.toggle("printing", isOn);
      this.isPrinting = isOn;
      for (const [name, { panel }] of Object.entries(this.views)) panel.hidden = isOn ? name === "tree" : name !== this.current;
      this.palette = readPalette();
      for (const chart of this.charts.values()) chart.draw();
    };
    addEventListener("beforeprint", () => printing(true), { signal });
    addEventListener("afterprint", () => printing(false), { signal });
  }

  keys() {
    this.tabs.addEventListener("keydown", event => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.stopPropagation();
      const at = this.wanted.findIndex(view => view.id === this.current), next = this.wanted[(at + by + this.wanted.length) % this.wanted.length].id;
      this.go(next);
      this.views[next].tab.focus();
    });
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey || this.help.open || event.target.closest?.("input, select, textarea")) return;
      if (this.handle(event.key)) event.preventDefault();
    }, { signal: this.ending.signal });
  }

  /** Does what a key asks for; false if nothing. */
  handle(key) {
    const { model } = this;
    const view = this.wanted[Number(key) - 1];
    if (view) { this.go(view.id); return true; }
    switch (key) {
      case "ArrowRight": model.step(1); return true;
      case "ArrowLeft": model.step(-1); return true;
      case "g": model.step(1, true); return true;
      case "G": model.step(-1, true); return true;
      case "+": case "=": this.zoom(0.5); return true;
      case "-": case "−": this.zoom(2); return true;
      case "0": if (this.current === "map") model.setBytes(0, Infinity); else model.setPlaces(0, Infinity); return true;
      case "PageDown": return this.turn(1);
      case "PageUp": return this.turn(-1);
      case "d": case "D": model.setOrder(model.order === "decode" ? "display" : "decode"); return true;
      case "t": case "T": this.setTheme(); return true;
      case "?": this.help.showModal(); return true;
      default: return false;
    }
  }

  /** Moves the window of what is shown by its own length; false if it has everything. */
  turn(by) {
    const { model } = this, isMap = this.current === "map";
    const [from, to] = isMap ? model.byteWindow : [model.window.from, model.window.to], span = to - from;
    if (span >= (isMap ? model.file.size : model.count)) return false;
    if (isMap) model.setBytes(from + by * span, to + by * span); else model.setPlaces(from + by * span, to + by * span);
    return true;
  }

  zoom(factor) {
    const { model } = this;
    if (this.current !== "map") { model.zoomPlaces(factor); return; }
    const [from, to] = model.byteWindow, chosen = model.selection?.offset, middle = chosen >= from && chosen <= to ? chosen : (from + to) / 2;
    model.setBytes(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }
}
