// The buffer: fullness of the coded picture buffer of the hypothetical reference decoder, and of one with a rate and a size that are given.
import { el, fill, formatBits, formatCount, formatRate, formatTime, plural, csvText } from "./text.js";
import { Chart, drawAxes, drawSeries } from "./chart.js";
import { MinMaxPyramid } from "./pyramid.js";
import { upperBound } from "./model.js";
import { absence } from "./samples.js";
import { definitions } from "./overview.js";

/** Builds the view into `host`. */
export function buildBuffer(page, host) {
  const { model } = page;
  let charts = [];
  const build = () => {
    for (const chart of charts) page.charts.delete(chart.name);
    const { buffers, video, isTimed } = model.file;
    charts = buffers.map((buffer, i) => bufferChart(page, buffer, i));
    const stated = charts.map((chart, i) => [chart.element, bufferFigures(page, buffers[i])]);
    fill(host, stated.length ? stated : el("p", { class: video?.isTimed ? "muted" : "empty" }, absence(model.file, `The stream has no HRD parameters, which say the bit rate and size of its buffer${isTimed ? "" : ", and no times"}.`)),
      video?.isTimed ? trial(page, video, chart => { charts[buffers.length] = chart; }) : null);
    draw();
  };
  const draw = () => { for (const chart of charts) chart.invalidate(); };
  build();
  model.on("file", build);
  for (const event of ["window", "select"]) model.on(event, draw);
  return { get charts() { return charts; }, shown: draw };
}

/**
 * The buffer of a decoder that is given a rate and a size: it holds `start` bits when the first picture is decoded, is filled while there is room,
 * and is emptied of each picture at its decoding time. A picture that is not complete then counts as an underflow, and the buffer goes below 0.
 */
export function simulateBuffer(track, rate, size, start = size) {
  const { count, times: { decode: times } } = track, fullness = new Float64Array(count);
  let bits = start, underflows = 0;
  for (let k = 0; k < count; k++) {
    if (k) bits = Math.min(size, bits + rate * (times[k] - times[k - 1]));
    fullness[k] = bits;
    bits -= track.size[k] * 8;
    if (bits < 0) underflows++;
  }
  return { facts: { track: track.index, bit_rate: rate, cpb_size: size, is_cbr: false, underflows, overflows: 0 }, count, times, fullness };
}

/** A buffer whose rate and size are given, at first those of the level. */
function trial(page, track, made) {
  const level = page.model.file.facts.levels?.find(candidate => candidate.track === track.index), rates = track.bitRate().bins;
  const peak = rates.reduce((most, bits) => Math.max(most, bits), 1000), body = el("div", { class: "overview" });
  const input = (label, bits) => el("input", { type: "number", min: 1, step: "any", size: 10, required: true, "aria-label": label, value: Math.ceil(bits / 1000) });
  const rate = input("Rate in kbit/s", level?.bit_rate ?? peak), size = input("Size in kbit", level?.cpb_size ?? peak);
  // Nine tenths is the default of vbv-init in x264 and x265.
  const share = el("input", { type: "number", min: 0, max: 100, step: "any", size: 4, required: true, "aria-label": "Filled at the first picture in %", value: 90 });
  const run = () => {
    if (!(rate.value > 0 && size.value > 0 && share.value >= 0 && share.value <= 100)) return;
    const capacity = size.value * 1000, buffer = simulateBuffer(track, rate.value * 1000, capacity, capacity * share.value / 100), chart = bufferChart(page, buffer, "trial", "Buffer with this rate and size");
    made(chart);
    fill(body, chart.element, bufferFigures(page, buffer));
    chart.invalidate();
  };
  run();
  return [el("form", { class: "toolbar", onsubmit: event => { event.preventDefault(); run(); } },
    el("label", {}, "Rate ", rate, " kbit/s"), el("label", {}, "Size ", size, " kbit"), el("label", {}, "Filled to ", share, " % at the first picture"), el("button", {}, "Try"),
    level ? el("span", { class: "muted" }, `Level ${level.name} allows ${formatRate(level.bit_rate)} and ${formatBits(level.cpb_size)}.`) : null), body];
}

/** The track whose samples are the points of the curve, if there is one. */
function removals(page, buffer) {
  const track = page.model.file.tracks.find(candidate => candidate.index === buffer.facts.track);
  return track && track.count === buffer.count ? track : null;
}

/**
 * Where the curve leaves the buffer: by more than arrives in two ticks of the clock in which the delays are stated, as the check allows.
 * A buffer that is not filled at a constant rate waits when it is full.
 */
function findFaults(buffer) {
  const { facts, count } = buffer, slack = 2 / 90000 * facts.bit_rate + 64, faults = buffer.faults = { under: [], over: [] };
  for (let k = 0; k < count; k++) {
    if (buffer.afterAt(k) < -slack) faults.under.push(k);
    if (buffer.fullness[k] > facts.cpb_size + slack) faults.over.push(k);
  }
}

/** Marks of faults, at most one for each pixel. */
function drawFaults(p, frame, color, places, xOf, y, rise) {
  let last = -Infinity;
  for (const k of places) {
    const x = xOf(k);
    if (x < frame.left || x > frame.right || x - last < 1) continue;
    last = x;
    p.area([x - 4, y, x + 4, y, x, y + rise], color);
  }
}

function bufferChart(page, buffer, i, title = `${buffer.facts.standard} buffer fullness, SchedSelIdx ${buffer.facts.sched_sel_idx}`) {
  const { model } = page, { facts } = buffer, track = removals(page, buffer);
  // A VCL buffer is emptied of VCL and filler data units alone (H.264 C.1), which the sizes of samples do not say.
  const isKnownAfter = buffer.removed || track && facts.standard !== "VCL", removed = k => (buffer.removed ? buffer.removed[k] : track.size[k] * 8);
  const after = buffer.afterAt = k => (isKnownAfter ? buffer.fullness[k] - removed(k) : buffer.fullness[k]);
  buffer.before ??= new MinMaxPyramid(buffer.count, k => buffer.fullness[k]);
  buffer.after ??= new MinMaxPyramid(buffer.count, after);
  if (!buffer.faults) findFaults(buffer);
  // A level that allows far more would press the curve to the bottom.
  const level = facts.level_cpb_size > 0 && facts.level_cpb_size !== facts.cpb_size && facts.level_cpb_size <= facts.cpb_size * 3 ? facts.level_cpb_size : 0;
  const start = buffer.count ? buffer.times[0] : 0, shift = track ? track.times.decode[0] - start : 0;
  const timeOf = k => buffer.times[k] + shift, placeAt = time => upperBound(buffer.times, time - shift) - 1;
  const at = time => Math.max(0, Math.min(buffer.count - 1, placeAt(time)));
  return new Chart(page, {
    name: `buffer-${i}`, title, height: 300, left: 78,
    domain: () => [model.window.start, model.window.end],
    range: () => [Math.min(0, buffer.after.range(0, buffer.count)?.[0] ?? 0), Math.max(facts.cpb_size, level, buffer.before.range(0, buffer.count)?.[1] ?? 0) * 1.06],
    note: () => `${formatRate(facts.bit_rate)}, ${formatBits(facts.cpb_size)}, ${facts.is_cbr ? "constant" : "variable"} bit rate` + (facts.level_cpb_size ? `; the level allows ${formatBits(facts.level_cpb_size)}` : ""),
    legend: () => [{ key: "c1", label: `bits in the buffer${isKnownAfter ? "" : " before each removal"}` }, { key: "error", label: "limits, underflows and overflows" }, ...(level ? [{ key: "warning", label: "limit of the level" }] : [])],
    label: () => `${plural(facts.underflows, "underflow")}, ${plural(facts.overflows, "overflow")}.`,
    paint(p, frame, colors) {
      drawAxes(p, frame, colors, { formatY: formatBits });
      p.clip(frame.left, frame.top, frame.w, frame.h);
      const from = Math.max(0, placeAt(frame.domain[0]) - 1), to = Math.min(buffer.count, placeAt(frame.domain[1]) + 3);
      if (to - from <= frame.w) {
        const points = [];
        for (let k = from; k < to; k++) points.push(frame.x(timeOf(k)), frame.y(buffer.fullness[k]), frame.x(timeOf(k)), frame.y(after(k)));
        if (points.length) p.area([points[0], frame.y(0), ...points, points.at(-2), frame.y(0)], colors.c1, 0.18);
        p.line(points, colors.c1);
      } else {
        const columns = [];
        for (let x = 0, last = from; x < frame.w; x++) {
          const next = Math.min(to, Math.max(last, placeAt(frame.fromX(frame.left + x + 1)) + 1));
          if (next === last) continue;
          const top = frame.y(buffer.before.range(last, next)[1]), bottom = frame.y(buffer.after.range(last, next)[0]);
          last = next;
          columns.push(frame.left + x, top, 1, Math.max(1.2, bottom - top));
        }
        p.rects(columns, colors.c1);
      }
      for (const limit of [0, facts.cpb_size]) p.line([frame.left, frame.y(limit), frame.right, frame.y(limit)], colors.error, { width: 1.5, dash: [6, 4] });
      if (level) p.line([frame.left, frame.y(level), frame.right, frame.y(level)], colors.warning, { width: 1.5, dash: [2, 4] });
      drawFaults(p, frame, colors.error, buffer.faults.over, k => frame.x(timeOf(k)), frame.top, 8);
      drawFaults(p, frame, colors.error, buffer.faults.under, k => frame.x(timeOf(k)), frame.bottom, -8);
      p.unclip();
      if (level) p.text(frame.left + 4, frame.y(level) - 5, `MaxCPB ${formatBits(level)}`, colors.muted);
      const top = frame.y(facts.cpb_size);
      p.text(frame.right - 4, top - 5 < frame.top + 12 ? top + 14 : top - 5, `CpbSize ${formatBits(facts.cpb_size)}`, colors.error, { align: "right" });
    },
    tip: time => (buffer.count ? [`Removal at ${formatTime(timeOf(at(time)), 4)}`, `before: ${formatBits(buffer.fullness[at(time)])} (${(buffer.fullness[at(time)] / facts.cpb_size * 100).toFixed(1)} %)`,
      isKnownAfter ? `after: ${formatBits(after(at(time)))}` : null].filter(Boolean) : null),
    pick: time => { if (track) model.selectSample(track, at(time), "chart"); },
    zoom: (low, high) => model.setTimes(low, high),
    csv: () => csvText(["removal_seconds", "fullness_before_bits", "fullness_after_bits"], Array.from(buffer.times, (_, k) => [timeOf(k), buffer.fullness[k], isKnownAfter ? after(k) : null])),
  });
}

/** The first places of faults, to go to. */
function faultLinks(page, buffer, places) {
  const track = removals(page, buffer);
  return places.slice(0, 12).map(k => el("button", { class: "link", onclick: () => {
    if (track) page.model.selectSample(track, k, "buffer");
    const time = track ? track.times.decode[k] : buffer.times[k];
    page.model.setTimes(time - 1, time + 1);
  } }, track ? `picture ${formatCount(k)}` : formatTime(buffer.times[k], 3)));
}

function bufferFigures(page, buffer) {
  const { facts } = buffer, before = buffer.before.range(0, buffer.count);
  const { under, over } = buffer.faults;
  return definitions([
    ["Underflows", facts.underflows ? `${plural(facts.underflows, "picture")} not complete when removed` : "none"],
    ["Overflows", facts.overflows ? plural(facts.overflows, "time") : "none"],
    ...(under.length ? [["Below 0 at", el("span", { class: "links" }, faultLinks(page, buffer, under), under.length > 12 ? ` and ${formatCount(under.length - 12)} more` : "")]] : []),
    ...(over.length ? [["Above CpbSize at", el("span", { class: "links" }, faultLinks(page, buffer, over), over.length > 12 ? ` and ${formatCount(over.length - 12)} more` : "")]] : []),
    ...(facts.level_cpb_size ? [["Limit of the level", `${formatBits(facts.level_cpb_size)} (MaxCPB), ${(facts.cpb_size / facts.level_cpb_size * 100).toFixed(0)} % used by CpbSize`]] : []),
    ["Fullness before removal", before ? `${formatBits(before[0])} to ${formatBits(before[1])}` : "unknown"],
    ["Delay when full", formatTime(facts.cpb_size / facts.bit_rate)],
  ]);
}
