// The timeline: pictures as bars, GOPs, findings, QP and bit rate.
import { el, fill, formatBytes, formatCount, formatRate, plural, csvText } from "./text.js";
import { Chart, drawAxes, drawSeries, byteSteps } from "./chart.js";
import { sampleClasses, upperBound } from "./model.js";
import { SampleTable, absence, describeSample, drawnTracks, leftOutTracks, sampleQP, sampleTime } from "./samples.js";
import { drawEdits } from "./clock.js";

const LANE = 18;

/** Builds the view into `host`. */
export function buildTimeline(page, host) {
  const { model } = page;
  const table = new SampleTable(page);
  const charts = [navigatorChart(page), pictureChart(page), qpChart(page), bitRateChart(page, "timeline-bitrate")];
  fill(host, toolbar(page), charts.map(chart => chart.element), el("h3", { class: "no-print" }, "Samples"), table.list.element);
  const draw = () => {
    charts[2].element.hidden = !model.track?.hasQP;
    charts[3].element.hidden = !model.file.isTimed;
    for (const chart of charts) chart.invalidate();
  };
  for (const event of ["window", "order", "file", "select"]) model.on(event, draw);
  return { charts, shown: () => { draw(); table.list.render(); table.list.reveal(table.list.options.selected()); } };
}

function toolbar(page) {
  const { model } = page, bar = el("div", { class: "toolbar", role: "toolbar", "aria-label": "Timeline" });
  const orders = [["decode", "Decode order"], ["display", "Display order"]].map(([value, label]) => el("button", { "data-order": value, onclick: () => model.setOrder(value) }, label));
  const choice = el("select", { "aria-label": "Track", onchange: event => model.setTrack(model.file.tracks[Number(event.target.value)]) });
  const button = (label, title, action) => el("button", { title, "aria-label": title, onclick: action }, label);
  fill(bar, el("span", { class: "group" }, orders), choice,
    el("span", { class: "group" }, button("−", "Zoom out (−)", () => model.zoomPlaces(2)), button("+", "Zoom in (+)", () => model.zoomPlaces(0.5)),
      button("Whole file", "Show the whole file (0)", () => model.setPlaces(0, Infinity))),
    el("span", { class: "group" }, button("◀ Key", "Previous key picture (Shift+G)", () => model.step(-1, true)), button("Key ▶", "Next key picture (G)", () => model.step(1, true))));
  // Controls stay, and with them the focus.
  const update = () => {
    for (const one of orders) one.setAttribute("aria-pressed", String(model.order === one.dataset.order));
    choice.value = model.track?.position ?? "";
  };
  const build = () => {
    fill(choice, model.file.tracks.filter(track => track.count).map(track => el("option", { value: track.position }, `Track ${track.index}: ${track.type} ${track.codec}`)));
    update();
  };
  build();
  model.on("file", build);
  model.on("order", update);
  return bar;
}

/** Collects bars of the samples in places from..<to by class. Bars are stacked pieces that do not overlap, so classes can be drawn in any order. */
function collectBars(track, order, frame, lists) {
  const [from, to] = frame.domain, sizes = track.sizes(order), base = frame.bottom;
  const first = Math.max(0, Math.floor(from)), last = Math.min(track.count, Math.ceil(to));
  if (frame.kx >= 1) {
    const gap = frame.kx > 5 ? 1 : frame.kx > 2.5 ? 0.5 : 0;
    for (let place = first; place < last; place++) {
      const i = track.sampleAt(order, place), top = frame.y(track.size[i]);
      lists[track.classOf[i]].push(frame.x(place) + gap / 2, top, frame.kx - gap, Math.max(0.5, base - top));
    }
    return;
  }
  const highest = new Float64Array(sampleClasses.length), classes = [...highest.keys()];
  for (let x = 0, at = first; x < frame.w && at < last; x++) {
    const next = Math.min(last, Math.max(at, Math.floor(frame.fromX(frame.left + x + 1))));
    if (next === at) continue;
    sizes.range(at, next, highest);
    at = next;
    let bottom = base;
    for (const c of classes.filter(k => highest[k] > 0).sort((a, b) => highest[a] - highest[b])) {
      const top = frame.y(highest[c]);
      if (bottom - top > 0.2) { lists[c].push(frame.left + x, top, 1, bottom - top); bottom = top; }
    }
  }
}

function drawBars(p, frame, colors, track, order) {
  const lists = sampleClasses.map(() => []);
  collectBars(track, order, frame, lists);
  p.clip(frame.left, frame.top, frame.w, frame.h);
  lists.forEach((list, c) => p.rects(list, colors[sampleClasses[c].key]));
  p.unclip();
}

function largest(track, order, from, to) {
  const out = track.sizes(order).range(Math.max(0, Math.floor(from)), Math.min(track.count, Math.ceil(to)), new Float64Array(sampleClasses.length));
  return Math.max(1, ...out);
}

function navigatorChart(page) {
  const { model } = page;
  return new Chart(page, {
    name: "navigator", title: "Whole file", height: 64, bottom: 4,
    domain: () => [0, Math.max(1, model.count)],
    range: () => [0, model.track ? largest(model.track, model.order, 0, model.count) : 1],
    paint(p, frame, colors) {
      if (!model.track) return;
      drawBars(p, frame, colors, model.track, model.order);
      const left = frame.x(model.window.from), right = Math.max(left + 2, frame.x(model.window.to));
      p.rects([frame.left, frame.top, left - frame.left, frame.h, right, frame.top, frame.right - right, frame.h], colors.bg, 0.72);
      p.line([left, frame.top, right, frame.top, right, frame.bottom, left, frame.bottom, left, frame.top], colors.accent, { width: 1.5 });
    },
    note: () => {
      const { window: shown, count } = model;
      if (!count) return "";
      return `${formatCount(Math.floor(shown.from))}–${formatCount(Math.min(count, Math.ceil(shown.to)) - 1)} of ${formatCount(count)}`;
    },
    pick: value => { const half = (model.window.to - model.window.from) / 2; model.setPlaces(value - half, value + half); },
  });
}

function pictureChart(page) {
  const { model } = page;
  const sampleOf = value => (value >= 0 && value < model.count ? model.track.sampleAt(model.order, Math.floor(value)) : -1);
  return new Chart(page, {
    name: "pictures", title: "Pictures by size", height: 260,
    domain: () => [model.window.from, model.window.to],
    range: () => [0, model.track ? largest(model.track, model.order, model.window.from, model.window.to) * 1.05 : 1],
    legend: () => model.track?.classes ?? [],
    label: () => (model.track ? `${plural(model.count, "sample")} in ${model.order} order, ${plural(model.track.keys.length, "key sample")}.` : ""),
    paint(p, frame, colors) {
      if (!model.track) { p.text(frame.left, frame.top + 20, absence(model.file, "This file has no samples."), colors.muted); return; }
      // The lane of GOPs and findings takes the top of the plot.
      const plot = Object.assign(Object.create(Object.getPrototypeOf(frame)), frame, { top: frame.top + LANE, h: frame.h - LANE });
      plot.ky = plot.h / (frame.range[1] - frame.range[0]);
      drawAxes(p, plot, colors, { formatY: formatBytes, kind: "count", ySteps: byteSteps });
      drawSelection(p, plot, colors, page);
      // Bars hide bounds: a bound is where the bar of a key picture is, which may be a pixel wide.
      if (model.track.type === "video") drawGroups(p, plot, colors, model);
      drawBars(p, plot, colors, model.track, model.order);
      if (model.order === "display") drawEdits(p, plot, colors, [model.track], time => plot.x(model.track.placeAt("display", time)));
      drawFindings(p, plot, colors, page);
    },
    hover(p, frame, colors, value) {
      const i = sampleOf(value);
      if (i >= 0) drawReordering(p, frame, colors, model, i);
    },
    tip: value => { const i = sampleOf(value); return i < 0 ? null : describeSample(model.track, i).map(([name, text]) => `${name}: ${text}`); },
    pick: value => model.selectSample(model.track, sampleOf(value), "chart"),
    zoom: (low, high) => model.setPlaces(low, high),
    csv: () => samplesCSV(model),
  });
}

function drawSelection(p, frame, colors, { model }) {
  const { selection, track } = model;
  if (!selection || selection.track !== track || selection.sample < 0) return;
  const x = frame.x(track.placeOf(model.order, selection.sample)), w = Math.max(3, frame.kx), middle = x + frame.kx / 2;
  if (middle < frame.left || middle > frame.right) return;
  p.rects([middle - w / 2 - 1, frame.top, w + 2, frame.h], colors.mark, 0.35);
  p.area([middle - 5, frame.bottom + 8, middle + 5, frame.bottom + 8, middle, frame.bottom + 1], colors.accent);
}

function drawGroups(p, frame, colors, model) {
  const { track, order } = model, { starts } = track, [from, to] = frame.domain;
  // Bounds closer than a few pixels would be a pattern that the file does not have.
  if (upperBound(starts, to) - upperBound(starts, from) > frame.w / 5) return;
  const edges = [];
  for (let k = upperBound(starts, Math.max(0, Math.floor(from) - 64) - 1); k < starts.length; k++) {
    const place = track.placeOf(order, starts[k]);
    if (place > to + 64) break;
    edges.push([k + track.firstGroup, place]);
  }
  const solid = [], open = [];
  edges.forEach(([group, place], n) => {
    const [start, end] = track.groupRange(group), isOpen = track.isOpen(start);
    const x = Math.round(frame.x(place)) + 0.5, next = edges[n + 1] ? frame.x(edges[n + 1][1]) : frame.right;
    if (x >= frame.left - 1 && x <= frame.right) (isOpen ? open : solid).push(x, frame.top - LANE, x, frame.bottom, NaN, NaN);
    const left = Math.max(x, frame.left), right = Math.min(next, frame.right);
    if (right - left < 64) return;
    const short = `GOP ${formatCount(group)}`, full = `${short} · ${plural(end - start, "picture")}${isOpen ? " · open" : ""}`;
    p.text(left + 4, frame.top - 6, right - left > p.textWidth(full) + 10 ? full : short, colors.muted);
  });
  p.line(solid, colors.muted, { width: 1, alpha: 0.8 });
  p.line(open, colors.muted, { width: 1, dash: [4, 3] });
}

function drawFindings(p, frame, colors, { model }) {
  for (const finding of model.file.findings) {
    let sample = finding.track === model.track.index ? finding.sample ?? -1 : -1;
    if (sample < 0 && finding.offset !== undefined) sample = model.track.sampleWith(finding.offset);
    if (sample < 0 || sample >= model.count) continue;
    const x = frame.x(model.track.placeOf(model.order, sample) + 0.5);
    if (x < frame.left || x > frame.right) continue;
    p.area([x - 5, frame.top + 1, x + 5, frame.top + 1, x, frame.top + 10], colors[finding.severity] ?? colors.note);
  }
}

/** An arrow from a picture to its place in the other order. */
function drawReordering(p, frame, colors, model, i) {
  const { track, order } = model, here = track.placeOf(order, i), there = order === "decode" ? track.rank[i] : i;
  if (here === there) return;
  const x0 = frame.x(here + 0.5), x1 = frame.x(there + 0.5), y = frame.bottom - 74, rise = Math.min(40, 12 + Math.abs(x1 - x0) / 6);
  const points = [];
  for (let k = 0; k <= 24; k++) points.push(x0 + (x1 - x0) * k / 24, y + 30 - rise * Math.sin(Math.PI * k / 24));
  p.clip(frame.left, frame.top, frame.w, frame.h);
  p.line(points, colors.bg, { width: 6 });
  p.line(points, colors.accent, { width: 2.5 });
  const side = x1 > x0 ? -1 : 1;
  p.area([x1, y + 32, x1 + side * 9, y + 25, x1 + side * 3, y + 20], colors.accent);
  p.unclip();
}

function qpChart(page) {
  const { model } = page;
  const values = track => track.pyramid(`qp-${model.order}`, track.count, model.order === "decode" ? i => track.qp[i] : place => track.qp[track.order[place]]);
  return new Chart(page, {
    name: "qp", title: "QP of the first slice", height: 110,
    domain: () => [model.window.from, model.window.to],
    range() {
      const found = model.track?.hasQP ? values(model.track).range(0, model.count) : null;
      return found ? [Math.floor(found[0]) - 1, Math.ceil(found[1]) + 1] : [0, 51];
    },
    paint(p, frame, colors) {
      if (!model.track?.hasQP) return;
      const { track, order } = model;
      drawAxes(p, frame, colors, { formatY: formatCount, kind: "count" });
      p.clip(frame.left, frame.top, frame.w, frame.h);
      drawSeries(p, frame, { count: track.count, placeAt: value => value - 0.5, xOf: place => place + 0.5,
        valueAt: place => track.qp[track.sampleAt(order, place)], pyramid: values(track), color: colors.c3 });
      p.unclip();
    },
    tip: value => (value >= 0 && value < model.count
      ? [`QP ${sampleQP(model.track, model.track.sampleAt(model.order, Math.floor(value)))}`, `Picture ${formatCount(model.track.sampleAt(model.order, Math.floor(value)))}`] : null),
    pick: value => model.selectSample(model.track, model.track.sampleAt(model.order, Math.min(model.count - 1, Math.max(0, Math.floor(value)))), "chart"),
    zoom: (low, high) => model.setPlaces(low, high),
    csv: () => samplesCSV(model),
  });
}

/** Bit rate of every second and its moving average, a colour for each track. */
export function bitRateChart(page, name) {
  const { model } = page;
  const shown = () => drawnTracks(model.file);
  const bins = track => { const values = track.bitRate().bins; return track.pyramid("rate", values.length, i => values[i]); };
  return new Chart(page, {
    name, title: "Bit rate", height: 170,
    domain: () => [model.window.start, model.window.end],
    range: () => [0, 1.08 * Math.max(1, ...shown().map(track => bins(track).range(0, track.bitRate().bins.length)?.[1] ?? 0))],
    legend: () => shown().map(track => ({ key: page.trackKey(track), label: `${track.type} ${track.index}` })),
    note: () => { const rate = shown()[0]?.bitRate(); return rate ? `bars: ${formatCount(rate.width)} s${rate.average.length > 2 ? `, line: mean of ${formatCount(rate.span)} s` : ""}${leftOutTracks(model.file, "; ")}` : absence(model.file, "This file has no times."); },
    label: () => shown().map(track => `${track.type} track ${track.index}: mean ${track.meanRate > 0 ? formatRate(track.meanRate) : "unknown"}`).join(", "),
    paint(p, frame, colors) {
      drawAxes(p, frame, colors, { formatY: formatRate });
      p.clip(frame.left, frame.top, frame.w, frame.h);
      for (const track of shown()) {
        const rate = track.bitRate(), color = colors[page.trackKey(track)], placeAt = time => (time - rate.first) / rate.width;
        const from = Math.max(0, Math.min(rate.bins.length - 1, Math.floor(placeAt(frame.domain[0])))), to = Math.min(rate.bins.length, Math.ceil(placeAt(frame.domain[1])));
        const bars = [], tops = [], step = Math.max(1, Math.floor((to - from) / frame.w));
        for (let i = from; i < to; i += step) {
          const top = frame.y(bins(track).range(i, Math.min(to, i + step))[1]), x = frame.x(rate.first + i * rate.width);
          const end = frame.x(i + step >= rate.bins.length ? rate.first + rate.length : rate.first + Math.min(i + step, to) * rate.width);
          const width = Math.max(1, end - x - (end - x > 3 ? 1 : 0));
          bars.push(x, top, width, frame.bottom - top);
          tops.push(x, top, width, Math.min(2, frame.bottom - top));
        }
        p.rects(bars, color, 0.32);
        p.rects(tops, color);
        if (rate.average.length > 2) drawSeries(p, frame, { count: rate.average.length, placeAt: time => placeAt(time) - 0.5, xOf: i => rate.first + (i + 0.5) * rate.width,
          valueAt: i => rate.average[i], pyramid: track.pyramid("average", rate.average.length, i => rate.average[i]), color, dots: false, width: 2 });
      }
      p.unclip();
    },
    tip: time => [sampleTime({ isTimed: true }, time), ...shown().map(track => {
      const rate = track.bitRate(), i = Math.min(rate.bins.length - 1, Math.floor((time - rate.first) / rate.width));
      return i >= 0 && time <= rate.first + rate.length ? `${track.type} ${track.index}: ${formatRate(rate.bins[i])}, mean ${formatRate(rate.average[i])}` : null;
    }).filter(Boolean)],
    zoom: (low, high) => model.setTimes(low, high),
    csv() {
      const rows = [];
      for (const track of shown()) track.bitRate().bins.forEach((bits, i) => {
        const rate = track.bitRate();
        rows.push([track.index, track.type, rate.first + i * rate.width, Math.round(bits), Math.round(rate.average[i])]);
      });
      return csvText(["track", "type", "start_seconds", "bits_per_second", "moving_average_bits_per_second"], rows);
    },
  });
}

function samplesCSV(model) {
  const { track, order } = model, rows = [];
  for (let place = 0; place < model.count; place++) {
    const i = track.sampleAt(order, place);
    rows.push([i, track.rank[i], track.typeName(i), track.isKey(i) ? 1 : 0, { true: 1, false: 0 }[track.isReference(i)] ?? null, track.dts[i], track.pts[i], track.size[i],
      track.offset[i], Number.isNaN(track.qp[i]) ? null : track.qp[i], track.groupOf(i) < 0 ? null : track.groupOf(i)]);
  }
  return csvText(["decode_index", "display_index", "type", "key", "reference", "dts_seconds", "pts_seconds", "size_bytes", "offset_bytes", "qp", "gop"], rows);
}
