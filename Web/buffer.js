// The buffer: fullness of the coded picture buffer of the hypothetical reference decoder.
import { el, fill, formatBits, formatRate, formatTime, plural, csvText } from "./text.js";
import { Chart, drawAxes, drawSeries } from "./chart.js";
import { MinMaxPyramid } from "./pyramid.js";
import { upperBound } from "./model.js";
import { definitions } from "./overview.js";

/** Builds the view into `host`. */
export function buildBuffer(page, host) {
  const { model } = page;
  let charts = [];
  const build = () => {
    for (const chart of charts) page.charts.delete(chart.name);
    charts = model.file.buffers.map((buffer, i) => bufferChart(page, buffer, i));
    fill(host, charts.length ? charts.map((chart, i) => [chart.element, bufferFigures(model.file.buffers[i])])
      : el("p", { class: "empty" }, "No buffer to show: the stream has no HRD parameters, which say the bit rate and size of the buffer."));
    draw();
  };
  const draw = () => { for (const chart of charts) chart.invalidate(); };
  build();
  model.on("file", build);
  for (const event of ["window", "select"]) model.on(event, draw);
  return { get charts() { return charts; }, shown: draw };
}

/** Removal sizes in bits, where the points of the curve are the samples of its track. */
function removals(page, buffer) {
  const track = page.model.file.tracks.find(candidate => candidate.index === buffer.facts.track);
  return track && track.count === buffer.count ? track : null;
}

function bufferChart(page, buffer, i) {
  const { model } = page, { facts } = buffer, track = removals(page, buffer);
  const after = k => (track ? buffer.fullness[k] - track.size[k] * 8 : buffer.fullness[k]);
  buffer.before ??= new MinMaxPyramid(buffer.fullness);
  buffer.after ??= new MinMaxPyramid(buffer.fullness.map((_, k) => after(k)));
  const start = buffer.count ? buffer.times[0] : 0, shift = track ? track.times.decode[0] - start : 0;
  const timeOf = k => buffer.times[k] + shift, placeAt = time => upperBound(buffer.times, time - shift) - 1;
  const at = time => Math.max(0, Math.min(buffer.count - 1, placeAt(time)));
  return new Chart(page, {
    name: `buffer-${i}`, title: `${facts.standard} buffer fullness, SchedSelIdx ${facts.sched_sel_idx}`, height: 300, left: 78,
    domain: () => [model.window.start, model.window.end],
    range: () => [Math.min(0, buffer.after.range(0, buffer.count)?.[0] ?? 0), Math.max(facts.cpb_size, buffer.before.range(0, buffer.count)?.[1] ?? 0) * 1.06],
    note: () => `${formatRate(facts.bit_rate)}, ${formatBits(facts.cpb_size)}, ${facts.is_cbr ? "constant" : "variable"} bit rate`,
    legend: () => [{ key: "c1", label: "bits in the buffer" }, { key: "error", label: "limits" }],
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
      p.unclip();
      p.text(frame.right - 4, frame.y(facts.cpb_size) - 5, `CpbSize ${formatBits(facts.cpb_size)}`, colors.error, { align: "right" });
    },
    tip: time => (buffer.count ? [`Removal at ${formatTime(timeOf(at(time)), 4)}`, `before: ${formatBits(buffer.fullness[at(time)])} (${(buffer.fullness[at(time)] / facts.cpb_size * 100).toFixed(1)} %)`,
      track ? `after: ${formatBits(after(at(time)))}` : null].filter(Boolean) : null),
    pick: time => { if (track) model.selectSample(track, at(time), "chart"); },
    zoom: (low, high) => model.setTimes(low, high),
    csv: () => csvText(["removal_seconds", "fullness_before_bits", "fullness_after_bits"], Array.from(buffer.times, (_, k) => [timeOf(k), buffer.fullness[k], track ? after(k) : null])),
  });
}

function bufferFigures(buffer) {
  const { facts } = buffer, before = buffer.before.range(0, buffer.count);
  return definitions([
    ["Underflows", facts.underflows ? `${plural(facts.underflows, "picture")} not complete when removed` : "none"],
    ["Overflows", facts.overflows ? plural(facts.overflows, "time") : "none"],
    ["Fullness before removal", before ? `${formatBits(before[0])} to ${formatBits(before[1])}` : "unknown"],
    ["Delay when full", formatTime(facts.cpb_size / facts.bit_rate)],
  ]);
}
