// Charts: painters for canvas and SVG that take the same commands, axes, and the figure that zooms, picks and saves.
import { el, fill, download, formatTime, formatCount } from "./text.js";

const CHART_FONT = "system-ui, sans-serif";

/** Draws on a canvas, and counts what it draws. */
export class CanvasPainter {
  constructor(context) {
    this.context = context;
    this.drawn = 0;
  }

  /** Rectangles: x, y, width, height of each, one after the other. */
  rects(list, color, alpha = 1) {
    const { context } = this;
    if (!list.length) return;
    context.globalAlpha = alpha;
    context.fillStyle = color;
    for (let i = 0; i < list.length; i += 4) context.fillRect(list[i], list[i + 1], list[i + 2], list[i + 3]);
    context.globalAlpha = 1;
    this.drawn += list.length / 4;
  }

  /** A line through points x, y, …; NaN breaks it. */
  line(points, color, { width = 1.5, dash = [], alpha = 1 } = {}) {
    const { context } = this;
    context.beginPath();
    for (let i = 0, pen = false; i < points.length; i += 2) {
      if (Number.isNaN(points[i + 1])) { pen = false; continue; }
      if (pen) context.lineTo(points[i], points[i + 1]); else context.moveTo(points[i], points[i + 1]);
      pen = true;
    }
    context.globalAlpha = alpha;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineJoin = "round";
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
    this.drawn += points.length / 2;
  }

  /** A filled polygon. */
  area(points, color, alpha = 1) {
    const { context } = this;
    if (points.length < 6) return;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.globalAlpha = alpha;
    context.fillStyle = color;
    context.fill();
    context.globalAlpha = 1;
    this.drawn += points.length / 2;
  }

  text(x, y, text, color, { align = "left", size = 11, weight = 400 } = {}) {
    const { context } = this;
    context.font = `${weight} ${size}px ${CHART_FONT}`;
    context.fillStyle = color;
    context.textAlign = align;
    context.fillText(text, x, y);
    this.drawn++;
  }

  textWidth(text) {
    this.context.font = `400 11px ${CHART_FONT}`;
    return this.context.measureText(text).width;
  }

  clip(x, y, w, h) {
    this.context.save();
    this.context.beginPath();
    this.context.rect(x, y, w, h);
    this.context.clip();
  }

  unclip() { this.context.restore(); }
}

/** Writes the same commands as SVG. */
export class SVGPainter {
  constructor(width, height, background) {
    this.parts = [`<rect width="${width}" height="${height}" fill="${background}"/>`];
    Object.assign(this, { width, height, drawn: 0, clips: 0 });
  }

  static number(n) { return String(Math.round(n * 100) / 100); }
  static escape(text) {
    const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
    return String(text).replace(/[&<>"]/g, c => names[c]).replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD");
  }

  rects(list, color, alpha = 1) {
    const n = SVGPainter.number;
    let path = "";
    for (let i = 0; i < list.length; i += 4) {
      path += `M${n(list[i])} ${n(list[i + 1])}h${n(list[i + 2])}v${n(list[i + 3])}h${n(-list[i + 2])}z`;
    }
    if (path) this.parts.push(`<path d="${path}" fill="${color}"${alpha < 1 ? ` fill-opacity="${alpha}"` : ""}/>`);
    this.drawn += list.length / 4;
  }

  path(points) {
    let path = "", pen = false;
    for (let i = 0; i < points.length; i += 2) {
      if (Number.isNaN(points[i + 1])) { pen = false; continue; }
      path += `${pen ? "L" : "M"}${SVGPainter.number(points[i])} ${SVGPainter.number(points[i + 1])}`;
      pen = true;
    }
    this.drawn += points.length / 2;
    return path;
  }

  line(points, color, { width = 1.5, dash = [], alpha = 1 } = {}) {
    const more = (dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : "") + (alpha < 1 ? ` stroke-opacity="${alpha}"` : "");
    this.parts.push(`<path d="${this.path(points)}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"${more}/>`);
  }

  area(points, color, alpha = 1) {
    if (points.length >= 6) this.parts.push(`<path d="${this.path(points)}z" fill="${color}" fill-opacity="${alpha}"/>`);
  }

  text(x, y, text, color, { align = "left", size = 11, weight = 400 } = {}) {
    const anchor = { left: "start", center: "middle", right: "end" }[align], n = SVGPainter.number;
    this.parts.push(`<text x="${n(x)}" y="${n(y)}" fill="${color}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}">` +
      `${SVGPainter.escape(text)}</text>`);
    this.drawn++;
  }

  textWidth(text) { return text.length * 6; }

  clip(x, y, w, h) {
    const id = `c${++this.clips}`;
    this.parts.push(`<clipPath id="${id}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath><g clip-path="url(#${id})">`);
  }

  unclip() { this.parts.push("</g>"); }

  get document() {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" ` +
      `viewBox="0 0 ${this.width} ${this.height}" font-family="${CHART_FONT}">\n${this.parts.join("\n")}\n</svg>\n`;
  }
}

const paletteNames = ["bg", "panel", "text", "muted", "grid", "accent", "mark", "error", "warning", "note",
  "idr", "cra", "i", "p", "b", "n", "audio", "key", "other", "hole", "c1", "c2", "c3", "c4", "c5", "c6"];

/** The colours of the style sheet, as they are now. */
export function readPalette() {
  const probe = el("span", { class: "offscreen" });
  document.body.append(probe);
  const palette = {};
  for (const name of paletteNames) {
    probe.style.color = `var(--${name})`;
    palette[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return palette;
}

/** Round numbers from low to high, at most about `count`. */
export function niceTicks(low, high, count, steps = null) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const raw = span / Math.max(1, count);
  let step = steps?.find(s => s >= raw);
  if (!step) {
    const power = 10 ** Math.floor(Math.log10(raw));
    step = [1, 2, 5, 10].map(m => m * power).find(s => s >= raw * 0.999) ?? raw;
  }
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9 && ticks.length < 200; k++) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** Steps of byte counts: round in binary units. */
export const byteSteps = Array.from({ length: 60 }, (_, i) => 2 ** i);

const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 36000];

/** The area of a plot with its scales. `x` and `y` map values to pixels, `fromX` back. */
export class Frame {
  constructor(area, domain, range) {
    Object.assign(this, area);
    this.domain = domain;
    this.range = range;
    this.kx = area.w / (domain[1] - domain[0] || 1);
    this.ky = area.h / (range[1] - range[0] || 1);
  }

  x(value) { return this.left + (value - this.domain[0]) * this.kx; }
  y(value) { return this.top + this.h - (value - this.range[0]) * this.ky; }
  fromX(pixel) { return this.domain[0] + (pixel - this.left) / this.kx; }
  get right() { return this.left + this.w; }
  get bottom() { return this.top + this.h; }
}

/** The labels of ticks: `format(value, digits)` with as many digits as tell them apart. */
export function tickLabels(values, format) {
  let labels = [];
  for (let digits = 3; digits < 13; digits++) {
    labels = values.map(value => format(value, digits));
    if (new Set(labels).size === labels.length) break;
  }
  return labels;
}

/** A label below or above a tick, moved to where it is not cut. */
export function tickText(p, frame, x, y, label, color) {
  const half = p.textWidth(label) / 2;
  p.text(Math.max(half, Math.min(x, frame.right + 11 - half)), y, label, color, { align: "center" });
}

/** Axes with grid lines. `formatY` writes values with their unit; `kind` of the x axis: "time", "count", "bytes". */
export function drawAxes(p, frame, colors, { formatY, kind = "time", ySteps = null }) {
  // One label says nothing of the scale: then they may stand closer.
  let rows = [];
  for (const space of [28, 20, 14]) if (rows.length < 2) rows = niceTicks(frame.range[0], frame.range[1], Math.max(2, frame.h / space), ySteps);
  const labels = tickLabels(rows, formatY);
  for (const [k, value] of rows.entries()) {
    const y = Math.round(frame.y(value)) + 0.5;
    p.line([frame.left, y, frame.right, y], colors.grid, { width: 1 });
    p.text(frame.left - 6, y + 3.5, labels[k], colors.muted, { align: "right" });
  }
  const columns = Math.max(2, frame.w / 90), [low, high] = frame.domain;
  const ticks = niceTicks(low, high, columns, kind === "time" && high - low > columns ? TIME_STEPS : null)
    .filter(value => kind === "time" || Number.isInteger(value));
  const names = tickLabels(ticks, kind === "time" ? formatTime : formatCount);
  for (const [k, value] of ticks.entries()) {
    const x = Math.round(frame.x(value)) + 0.5;
    if (x < frame.left || x > frame.right) continue;
    p.line([x, frame.bottom, x, frame.bottom + 4], colors.muted, { width: 1 });
    tickText(p, frame, x, frame.bottom + 15, names[k], colors.muted);
  }
  p.line([frame.left, frame.bottom + 0.5, frame.right, frame.bottom + 0.5], colors.muted, { width: 1 });
}

/**
 * A figure with a chart. Options: `name`, `title`, `height` (or a function of it), `domain()` of the x axis, `range()` of the y axis, `paint(p, frame, colors)`,
 * and as needed `legend()`, `zoom(low, high)`, `pick(value, y, frame)`, `tip(value, y, frame)` (lines of text), `hover(p, frame, colors, value)`,
 * `csv()`, `note()`, `left` (space for labels), `label()` (what a screen reader says).
 */
export class Chart {
  constructor(page, options) {
    Object.assign(this, { page, options, name: options.name, drawn: 0 });
    this.canvas = el("canvas", { tabindex: 0, role: "img", "data-chart": options.name, "aria-label": options.title });
    this.overlay = el("canvas", { class: "overlay", "aria-hidden": "true" });
    this.tip = el("div", { class: "tip", hidden: true });
    this.stage = el("div", { class: "stage", style: `height:${this.height}px` }, this.canvas, this.overlay, this.tip);
    this.legend = el("span", { class: "legend" });
    this.note = el("span", { class: "note" });
    this.element = el("figure", { class: "chart" },
      el("figcaption", {}, el("h3", {}, options.title), this.legend, this.note, el("span", { class: "spacer" }), options.controls,
        el("button", { class: "small", title: `Download “${options.title}” as SVG`, onclick: () => this.save("svg") }, "SVG"),
        options.csv && el("button", { class: "small", title: `Download the values of “${options.title}” as CSV`, onclick: () => this.save("csv") }, "CSV")),
      this.stage);
    this.listen();
    page.charts.set(options.name, this);
  }

  get height() { return typeof this.options.height === "function" ? this.options.height() : this.options.height; }

  frame(width = this.stage.clientWidth, top = 8) {
    const left = this.options.left ?? 66, bottom = this.options.bottom ?? 22, { height } = this;
    return new Frame({ left, top, w: Math.max(10, width - left - 12), h: height - 8 - bottom }, this.options.domain(), this.options.range());
  }

  /** Draws in the next frame. */
  invalidate() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  }

  fit(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    // A page that is printed keeps the commands of a canvas, and clearing it would take what is below out of the page.
    if (canvas.width !== w || canvas.height !== h || this.page.isPrinting) { canvas.width = w; canvas.height = h; }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!this.page.isPrinting) context.clearRect(0, 0, width, height);
    return context;
  }

  draw() {
    const width = this.stage.clientWidth;
    if (!width) return;
    this.stage.style.height = `${this.height}px`;
    const painter = new CanvasPainter(this.fit(this.canvas, width, this.height));
    this.options.paint(painter, this.frame(), this.page.palette);
    this.drawn = painter.drawn;
    this.canvas.setAttribute("aria-label", `${this.options.title}. ${this.options.label?.() ?? ""}`);
    const items = this.options.legend?.() ?? [];
    fill(this.legend, items.map(item => el("span", { class: "key" }, el("i", { style: `background:var(--${item.key})` }), item.label)));
    fill(this.note, this.options.note?.() ?? "");
    this.drawOverlay();
  }

  drawOverlay() {
    const context = this.fit(this.overlay, this.stage.clientWidth, this.height);
    if (!this.pointer) return;
    const frame = this.frame(), painter = new CanvasPainter(context), [x, y] = this.pointer;
    if (x < frame.left || x > frame.right) { this.tip.hidden = true; return; }
    const value = frame.fromX(x);
    painter.line([x, frame.top, x, frame.bottom], this.page.palette.muted, { width: 1, dash: [3, 3] });
    this.options.hover?.(painter, frame, this.page.palette, value, y);
    const lines = this.options.tip?.(value, y, frame);
    this.tip.hidden = !lines;
    if (!lines) return;
    fill(this.tip, lines.map(line => el("div", {}, line)));
    const onRight = x > frame.left + frame.w / 2;
    this.tip.style.left = onRight ? "" : `${x + 12}px`;
    this.tip.style.right = onRight ? `${this.stage.clientWidth - x + 12}px` : "";
  }

  listen() {
    const { canvas, options } = this;
    const place = event => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    canvas.addEventListener("pointermove", event => {
      this.pointer = place(event);
      if (this.drag && options.zoom) this.pan(this.pointer[0]);
      this.drawOverlay();
    });
    canvas.addEventListener("pointerleave", () => { this.pointer = null; this.tip.hidden = true; this.drawOverlay(); });
    canvas.addEventListener("pointerdown", event => {
      if (event.button) return;
      const at = place(event);
      this.drag = { x: at[0], frame: this.frame(), moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointerup", event => {
      const drag = this.drag;
      this.drag = null;
      const [x, y] = place(event), frame = this.frame();
      if (drag && !drag.moved && options.pick && x >= frame.left && x <= frame.right) options.pick(frame.fromX(x), y, frame);
    });
    canvas.addEventListener("pointercancel", () => { this.drag = null; });
    canvas.addEventListener("wheel", event => {
      if (!options.zoom) return;
      event.preventDefault();
      const frame = this.frame(), [low, high] = frame.domain;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const by = (event.deltaX || event.deltaY) / frame.kx;
        options.zoom(low + by, high + by);
        return;
      }
      const fixed = frame.fromX(place(event)[0]), factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300)));
      options.zoom(fixed - (fixed - low) * factor, fixed + (high - fixed) * factor);
    }, { passive: false });
    canvas.addEventListener("dblclick", () => options.zoom?.(-Infinity, Infinity));
  }

  pan(x) {
    const { drag, options } = this;
    if (!drag.moved && Math.abs(x - drag.x) < 4) return;
    drag.moved = true;
    const by = (drag.x - x) / drag.frame.kx, [low, high] = drag.frame.domain;
    options.zoom(low + by, high + by);
  }

  /** The chart as SVG, drawn with the commands that draw it on the screen. */
  svg(width = Math.max(800, this.stage.clientWidth || 0)) {
    const colors = this.page.palette, top = 34, painter = new SVGPainter(width, this.height + 26, colors.bg);
    painter.text(12, 20, this.options.title, colors.text, { size: 14, weight: 600 });
    let x = width - 12;
    for (const item of [...(this.options.legend?.() ?? [])].reverse()) {
      painter.text(x, 20, item.label, colors.muted, { align: "right" });
      x -= painter.textWidth(item.label) + 14;
      painter.rects([x, 11, 10, 10], colors[item.key]);
      x -= 14;
    }
    this.options.paint(painter, this.frame(width, top), colors);
    return painter.document;
  }

  csv() { return this.options.csv?.() ?? ""; }

  save(kind) {
    const name = `${this.page.baseName()}-${this.name}.${kind}`;
    if (kind === "svg") download(name, "image/svg+xml", this.svg()); else download(name, "text/csv", this.csv());
  }
}

/** Draws least and greatest values of a pyramid over pixel columns as a band, or as points with a line when there is room. */
export function drawSeries(p, frame, { count, placeAt, valueAt, xOf, pyramid, color, dots = true, width = 1.5 }) {
  const from = Math.max(0, Math.floor(placeAt(frame.domain[0])) - 1), to = Math.min(count, Math.ceil(placeAt(frame.domain[1])) + 2);
  if (to <= from) return 0;
  if (to - from <= frame.w * 2) {
    const points = [];
    for (let i = from; i < to; i++) points.push(frame.x(xOf(i)), frame.y(valueAt(i)));
    p.line(points, color, { width });
    if (dots && to - from < frame.w / 6) {
      const marks = [];
      for (let i = 0; i < points.length; i += 2) if (!Number.isNaN(points[i + 1])) marks.push(points[i] - 2, points[i + 1] - 2, 4, 4);
      p.rects(marks, color);
    }
    return to - from;
  }
  const columns = [];
  let last = from;
  for (let x = 0; x < frame.w; x++) {
    const next = Math.min(to, Math.max(last, Math.floor(placeAt(frame.fromX(frame.left + x + 1)))));
    const range = next > last ? pyramid.range(last, next) : null;
    last = next;
    if (!range) continue;
    const top = frame.y(range[1]);
    columns.push(frame.left + x, top, 1, Math.max(1.2, frame.y(range[0]) - top));
  }
  p.rects(columns, color, 0.75);
  return columns.length / 4;
}
