// The clock: reordering delay, intervals, drift, edit lists, interleaving.
import { el, fill, formatTime, formatMilliseconds, formatBytes, formatCount, csvText } from "./text.js";
import { Chart, drawAxes, drawSeries, byteSteps } from "./chart.js";
import { absence, drawnTracks, leftOutTracks, sampleTime } from "./samples.js";

/** Builds the view into `host`. */
export function buildClock(page, host) {
  const { model } = page;
  const charts = [
    series(page, { name: "reordering", title: "PTS − DTS", order: "decode",
      value: (track, i) => track.delay(i) * 1000, head: "pts_minus_dts_milliseconds" }),
    series(page, { name: "intervals", title: "Interval to the next sample: gaps and jitter", order: "display",
      value: (track, k) => (k + 1 < track.count && !isLeftOut(track, k) && !isLeftOut(track, k + 1) ? (track.times.display[k + 1] - track.times.display[k]) * 1000 : NaN), head: "interval_milliseconds" }),
    series(page, { name: "drift", title: "Drift against a constant rate", order: "display",
      value: (track, k) => (hasCuts(track) ? NaN : track.times.display[k] - track.times.display[0] - k * track.interval) * 1000, head: "drift_milliseconds" }),
    series(page, { name: "interleaving", title: "Interleaving: place in the file", order: "decode", format: formatBytes,
      value: (track, i) => track.offset[i], head: "offset_bytes" }),
  ];
  const facts = el("div", { class: "columns" });
  fill(host, facts, charts.map(chart => chart.element));
  const draw = () => { for (const chart of charts) { chart.element.hidden = !model.file.isTimed; chart.invalidate(); } };
  const build = () => { fill(facts, offsetCard(model.file), editCard(model.file), gapCard(page)); draw(); };
  build();
  model.on("file", build);
  for (const event of ["window", "select"]) model.on(event, draw);
  return { charts, shown: draw };
}

/** Whether several edits put the track together: what they leave out has no place between the rest. */
function hasCuts(track) { return track.shown.length > 1; }

function isLeftOut(track, k) { return hasCuts(track) && track.left[track.order[k]] === 1; }

/** A chart of one value a sample, a colour for each track. */
function series(page, { name, title, value, order, format = ms => formatMilliseconds(ms / 1000), head }) {
  const { model } = page;
  const tracks = () => drawnTracks(model.file);
  const pyramid = track => track.pyramid(`clock-${name}`, track.count, i => value(track, i));
  const sampleAt = (track, time) => Math.max(0, Math.min(track.count - 1, Math.floor(track.placeAt(order, time) + 1e-6)));
  return new Chart(page, {
    name, title, height: 180, left: 100,
    domain: () => [model.window.start, model.window.end],
    range() {
      let [low, high] = [Infinity, -Infinity];
      for (const track of tracks()) {
        const [from, to] = [sampleAt(track, model.window.start), sampleAt(track, model.window.end) + 1], found = pyramid(track).range(from, to);
        if (found) { low = Math.min(low, found[0]); high = Math.max(high, found[1]); }
      }
      if (low > high) return [0, 1];
      // What is less than the labels can say is rounding.
      const least = format === formatBytes ? 0 : Math.max(0, 0.1 - (high - low)) / 2, margin = (high - low || Math.max(Math.abs(high) * 0.2, 1)) * 0.08;
      return [low - margin - least, high + margin + least];
    },
    legend: () => tracks().map(track => ({ key: page.trackKey(track), label: `${track.type} ${track.index}` })),
    note: () => (tracks().length ? leftOutTracks(model.file) : absence(model.file, "This file has no times.")),
    paint(p, frame, colors) {
      drawAxes(p, frame, colors, { formatY: format, ySteps: format === formatBytes ? byteSteps : null });
      p.clip(frame.left, frame.top, frame.w, frame.h);
      if (frame.range[0] < 0 && frame.range[1] > 0) p.line([frame.left, frame.y(0), frame.right, frame.y(0)], colors.muted, { width: 1 });
      for (const track of tracks()) {
        const times = track.times[order];
        drawSeries(p, frame, { count: track.count, placeAt: time => track.placeAt(order, time), xOf: k => times[k],
          valueAt: k => value(track, k), pyramid: pyramid(track), color: colors[page.trackKey(track)] });
      }
      if (order === "display") drawEdits(p, frame, colors, tracks(), time => frame.x(time));
      const chosen = model.selection;
      if (chosen?.track && chosen.sample >= 0) {
        const time = order === "decode" ? chosen.track.times.decode[chosen.sample] : chosen.track.pts[chosen.sample];
        p.line([frame.x(time), frame.top, frame.x(time), frame.bottom], colors.accent, { width: 1.5 });
      }
      p.unclip();
    },
    tip: time => (tracks().length ? [formatTime(time, 4), ...tracks().map(track => {
      const k = sampleAt(track, time), found = value(track, k);
      return `${track.type} ${track.index}: ${Number.isNaN(found) ? "–" : format(found)} (sample ${formatCount(order === "display" ? track.order[k] : k)})`;
    })] : null),
    pick(time, y, frame) {
      const near = tracks().map(track => { const k = sampleAt(track, time); return [Math.abs(frame.y(value(track, k)) - y), track, k]; }).sort((a, b) => a[0] - b[0])[0];
      if (near) model.selectSample(near[1], order === "display" ? near[1].order[near[2]] : near[2], "chart");
    },
    zoom: (low, high) => model.setTimes(low, high),
    csv() {
      const rows = [];
      for (const track of tracks()) for (let k = 0; k < track.count; k++) {
        const found = value(track, k);
        rows.push([track.index, order === "display" ? track.order[k] : k, track.times[order][k], Number.isNaN(found) ? null : found]);
      }
      return csvText(["track", "decode_index", "seconds", head], rows);
    },
  });
}

/** Where the edits of lists begin, and empty ones as bands. One edit from the start moves nothing. */
export function drawEdits(p, frame, colors, tracks, xOf) {
  // Labels stand in rows: one has room in one of them, or is left out.
  const free = [-Infinity, -Infinity, -Infinity], edited = tracks.filter(track => track.edits.length > 1);
  for (const track of edited) track.edits.forEach((edit, k) => {
    const x = xOf(edit.begin), left = Math.max(frame.left, x), right = Math.min(frame.right, xOf(edit.begin + edit.duration));
    if (edit.isEmpty && right > left) p.rects([left, frame.top, right - left, frame.h], colors.muted, 0.2);
    if (x < frame.left || x > frame.right) return;
    p.line([x, frame.top, x, frame.bottom], colors.muted, { width: 1, dash: [2, 3] });
    const label = `${edited.length > 1 ? `track ${track.index}, ` : ""}edit ${k + 1}: ${edit.isEmpty ? "empty" : `from ${formatTime(edit.start)}`}`, row = free.findIndex(end => x >= end);
    if (row < 0) return;
    p.text(x + 4, frame.top + 11 + row * 13, label, colors.muted);
    free[row] = x + 12 + p.textWidth(label);
  });
}

function table(names, rows) {
  return el("div", { class: "scroll-x" }, el("table", {}, el("thead", {}, el("tr", {}, names.map(name => el("th", { scope: "col" }, name)))),
    el("tbody", {}, rows.map(row => el("tr", {}, row.map(cell => el("td", {}, cell)))))));
}

function offsetCard(file) {
  const timed = file.tracks.filter(track => track.count && track.isTimed);
  const rows = timed.map(track => [`${track.index} ${track.type}`, sampleTime(track, track.presentedStart), sampleTime(track, track.presentedEnd), track.hasInterval ? formatMilliseconds(track.interval) : "–"]);
  const { video, audio } = file, notes = [];
  if (video?.isTimed && audio?.isTimed) {
    const [start, end] = [audio.presentedStart - video.presentedStart, audio.presentedEnd - video.presentedEnd];
    notes.push(el("p", {}, `Audio against video: ${formatMilliseconds(start)} at the start, ${formatMilliseconds(end)} at the end.`));
  }
  return el("section", { class: "card" }, el("h2", {}, "Presentation"), rows.length ? table(["Track", "Start", "End", "Usual interval"], rows) : el("p", {}, absence(file, "This file has no times.")), notes);
}

function editCard(file) {
  const rows = file.tracks.flatMap(track => [...track.edits.slice(0, 64).map(edit =>
    [`${track.index} ${track.type}`, formatTime(edit.begin, 4), edit.isEmpty ? "empty" : formatTime(edit.start, 4), edit.duration ? formatTime(edit.duration, 4) : "to the end", String(edit.rate)]),
    ...(track.facts.edits_omitted ? [[`${track.index} ${track.type}`, `${formatCount(track.facts.edits_omitted)} more`, "", "", ""]] : [])]);
  return el("section", { class: "card" }, el("h2", {}, "Edit lists"), rows.length ? table(["Track", "At", "From media time", "Duration", "Rate"], rows) : el("p", {}, absence(file, "No track has an edit list.")));
}

/** Intervals that are longer than one and a half times the usual one, and those that run backwards or stand still. */
export function findGaps(track, max = 50) {
  const gaps = [];
  let count = 0;
  for (let k = 0, last = -1; k < track.count; k++) {
    const sample = track.order[k];
    // Samples that several edits leave out have no time of their own.
    if (isLeftOut(track, k)) continue;
    const length = track.pts[sample] - track.pts[last];
    if (last >= 0 && (length > track.interval * 1.5 || length <= 0)) { count++; if (gaps.length < max) gaps.push({ sample: last, time: track.pts[last], length }); }
    last = sample;
  }
  return { gaps, count };
}

const GAPS_SHOWN = 100;

function gapCard(page) {
  const { model } = page, rows = [];
  let count = 0;
  for (const track of model.file.tracks.filter(candidate => candidate.count && candidate.isTimed)) {
    const found = findGaps(track);
    count += found.count;
    for (const gap of found.gaps) rows.push([`${track.index} ${track.type}`, el("button", { class: "link",
      onclick: () => { model.selectSample(track, gap.sample, "gap"); model.setTimes(gap.time - 1, gap.time + gap.length + 1); } }, formatTime(gap.time)), formatMilliseconds(gap.length)]);
  }
  return el("section", { class: "card" }, el("h2", {}, count ? `Gaps and equal times: ${formatCount(count)}` : "Gaps and equal times"),
    rows.length ? [el("div", { class: "scroll-y" }, table(["Track", "After", "Interval"], rows.slice(0, GAPS_SHOWN))),
      count > Math.min(rows.length, GAPS_SHOWN) ? el("p", { class: "muted" }, `and ${formatCount(count - Math.min(rows.length, GAPS_SHOWN))} more`) : null] : el("p", {}, !model.file.isTimed ? absence(model.file, "This file has no times.") : "None: no interval is longer than one and a half times the usual one."));
}
