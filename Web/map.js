// The map: the file as a strip of bytes, with regions, boxes or units by depth, samples and unreferenced bytes.
import { fill, visibleText, formatBytes, formatCount, formatOffset, plural, csvText } from "./text.js";
import { Chart, niceTicks, byteSteps, tickLabels, tickText } from "./chart.js";
import { sampleClasses, upperBound } from "./model.js";

const MAP_ROW = 26;
const MAP_DEPTH_MAX = 6;
const MAP_COLORS = ["c1", "c2", "c3", "c4", "c5", "c6"];

/** Builds the view into `host`. */
export function buildMap(page, host) {
  const { model } = page, chart = mapChart(page);
  fill(host, chart.element);
  for (const event of ["bytes", "select", "file"]) model.on(event, () => chart.invalidate());
  return { charts: [chart], shown: () => chart.invalidate() };
}

function regions(file) {
  const kinds = file.facts.map_kinds ?? [];
  return (file.facts.map ?? []).map(([offset, size, kind]) => ({ offset, size, kind: kinds[kind] ?? "?" }));
}

/**
 * The tags of an FLV file and the frames of an ADTS file, from their samples: each goes from the end of the one before to the end of its
 * sample. Bytes between that are more than headers are tags without samples, or no frames.
 */
export function fileUnits(file) {
  const kind = { flv: "tag", adts: "frame" }[file.facts.format];
  if (!kind) return null;
  const tail = kind === "tag" ? 4 : 0, header = kind === "tag" ? [11, 40] : [7, 9];
  const tracks = file.tracks.filter(track => track.count), total = tracks.reduce((sum, track) => sum + track.count, 0);
  const units = { kind, count: total, starts: new Float64Array(total), ends: new Float64Array(total), tracks: new Uint16Array(total), samples: new Uint32Array(total), classes: new Uint8Array(total) };
  // The shortest header of each track, for samples after something else than a sample.
  const at = tracks.map(() => 0), places = tracks.map(track => track.byPlace), heads = tracks.map(() => Infinity), apart = [];
  for (let k = 0, end = kind === "tag" ? 13 : 0; k < total; k++) {
    let next = -1;
    for (let t = 0; t < tracks.length; t++) {
      if (at[t] < tracks[t].count && (next < 0 || tracks[t].offset[places[t][at[t]]] < tracks[next].offset[places[next][at[next]]])) next = t;
    }
    const track = tracks[next], sample = places[next][at[next]++], offset = track.offset[sample], gap = offset - end;
    if (gap >= header[0] && gap <= header[1]) heads[next] = Math.min(heads[next], gap); else apart.push([k, next, end, offset]);
    units.starts[k] = end;
    units.ends[k] = end = offset + track.size[sample] + tail;
    [units.tracks[k], units.samples[k], units.classes[k]] = [track.position, sample, track.classOf[sample]];
  }
  // Headers of tags differ in length: the tree knows where a tag begins, as far as it goes.
  const { index, nodes } = file.source;
  for (const [k, t, end, offset] of apart) {
    const [place] = index.path(index.at(offset)), known = nodes[place]?.[1];
    units.starts[k] = kind === "tag" && known >= end && known + header[0] <= offset ? known : Math.max(end, offset - (heads[t] < Infinity ? heads[t] : header[0]));
  }
  return units;
}

/** The tag or frame with the byte at `offset`; -1 if there is none. */
function unitWith(units, offset) {
  const k = upperBound(units.starts, offset) - 1;
  return k >= 0 && offset < units.ends[k] ? k : -1;
}

/** Rows of the strip: regions, or tags or frames; nodes by depth; samples of each track. */
function mapRows(file) {
  if (file.mapRows) return file.mapRows;
  const { source } = file, rows = [], all = regions(file), units = fileUnits(file);
  if (units?.count) rows.push({ name: units.kind === "tag" ? "Tags" : "Frames", units, holes: [] });
  else rows.push({ name: "File", spans: all.filter(region => region.kind !== "unreferenced"), holes: all.filter(region => region.kind === "unreferenced") });
  let level = [...source.index.children(-1)];
  for (let depth = 0; depth < MAP_DEPTH_MAX && level.length; depth++) {
    rows.push({ name: depth ? `Depth ${depth}` : "Tree", spans: level.map(node => ({ node, offset: source.nodes[node][1], size: source.nodes[node][2], kind: source.nodes[node][3] })) });
    level = level.flatMap(node => [...source.index.children(node)]);
  }
  for (const track of file.tracks) if (track.count) rows.push({ name: `Track ${track.index}`, track });
  return file.mapRows = rows;
}

/** The kinds of samples of all tracks that have a row. */
function drawnClasses(file) {
  const drawn = file.tracks.filter(track => track.count).flatMap(track => track.classes);
  return [...new Map(drawn.map(kind => [kind.key, kind])).values()];
}

function mapChart(page) {
  const { model } = page;
  const rowAt = (y, frame) => mapRows(model.file)[Math.floor((y - frame.top - 20) / MAP_ROW)];
  return new Chart(page, {
    name: "map", title: "The file, byte by byte", height: () => 40 + MAP_ROW * mapRows(model.file).length, left: 78, bottom: 8,
    domain: () => model.byteWindow, range: () => [0, 1],
    note: () => `${formatBytes(Math.min(model.file.size, model.byteWindow[1] - model.byteWindow[0]))} of ${formatBytes(model.file.size)}` +
      (model.file.facts.map_omitted ? `, ${formatCount(model.file.facts.map_omitted)} regions omitted` : ""),
    legend: () => [...drawnClasses(model.file), { key: "hole", label: "unreferenced" }],
    label: () => { const { units } = mapRows(model.file)[0]; return units ? `${plural(units.count, units.kind)}.` : `${plural(regions(model.file).length, "region")}.`; },
    paint(p, frame, colors) {
      const ticks = niceTicks(...frame.domain, frame.w / 110, byteSteps), names = tickLabels(ticks, frame.domain[1] - frame.domain[0] < 65536 ? offset => `${formatCount(offset)} B` : formatBytes);
      for (const [k, offset] of ticks.entries()) {
        const x = Math.round(frame.x(offset)) + 0.5;
        p.line([x, frame.top + 14, x, frame.bottom], colors.grid, { width: 1 });
        tickText(p, frame, x, frame.top + 8, names[k], colors.muted);
      }
      mapRows(model.file).forEach((row, r) => {
        const y = frame.top + 20 + r * MAP_ROW;
        p.text(frame.left - 8, y + 15, row.name, colors.muted, { align: "right" });
        p.clip(frame.left, y, frame.w, MAP_ROW - 4);
        p.rects([frame.left, y, frame.w, MAP_ROW - 4], colors.panel);
        if (row.units) drawUnits(p, frame, colors, row.units, y, MAP_ROW - 4);
        else if (row.track) drawSamples(p, frame, colors, row.track, y, MAP_ROW - 4); else drawSpans(p, frame, colors, row.spans, y, MAP_ROW - 4);
        if (row.holes) drawHoles(p, frame, colors, row.holes, y, MAP_ROW - 4);
        p.unclip();
      });
      const chosen = model.selection;
      if (chosen) {
        const x = frame.x(chosen.offset), w = Math.max(2, chosen.size * frame.kx);
        if (x < frame.right && x + w > frame.left) p.line([Math.max(x, frame.left), frame.top + 17, Math.min(x + w, frame.right), frame.top + 17], colors.accent, { width: 5 });
      }
    },
    tip(value, y, frame) {
      const offset = Math.floor(value), row = rowAt(y, frame), lines = [`Byte ${formatCount(offset)} (${formatOffset(offset)})`];
      const sample = row?.track ? row.track.sampleWith(offset) : -1, unit = row?.units ? unitWith(row.units, offset) : -1;
      if (unit >= 0) lines.push(unitLine(model.file, row.units, unit));
      if (sample >= 0) lines.push(`Sample ${formatCount(sample)} (${row.track.typeName(sample)}), ${formatBytes(row.track.size[sample])}`);
      const hole = mapRows(model.file)[0].holes.find(found => offset >= found.offset && offset < found.offset + found.size);
      if (hole) lines.push(`Unreferenced, ${formatBytes(hole.size)}`);
      const { source } = model.file, path = source.index.path(source.index.at(offset));
      if (path.length) lines.push(path.map(node => source.nodes[node][3]).join(" › "), `${formatBytes(source.nodes[path.at(-1)][2])} at ${formatOffset(source.nodes[path.at(-1)][1])}`);
      return lines;
    },
    pick(value, y, frame) {
      const offset = Math.max(0, Math.min(model.file.size - 1, Math.floor(value))), row = rowAt(y, frame);
      const sample = row?.track ? row.track.sampleWith(offset) : -1;
      if (sample >= 0) { model.selectSample(row.track, sample, "map"); return; }
      const unit = row?.units ? unitWith(row.units, offset) : -1;
      if (unit >= 0) { model.selectSample(model.file.tracks[row.units.tracks[unit]], row.units.samples[unit], "map"); return; }
      const span = row?.spans?.find(found => found.node !== undefined && offset >= found.offset && offset < found.offset + found.size);
      if (span) model.selectNode(span.node, -1, "map"); else model.selectByte(offset, "map");
    },
    zoom: (low, high) => model.setBytes(low, high),
    csv: () => unitsCSV(model.file) ?? csvText(["offset_bytes", "size_bytes", "kind"], regions(model.file).map(region => [region.offset, region.size, region.kind])),
  });
}

function unitLine(file, units, unit) {
  const track = file.tracks[units.tracks[unit]], sample = units.samples[unit];
  return `${units.kind === "tag" ? "Tag" : "Frame"} of ${track.type} ${track.index}, sample ${formatCount(sample)} (${track.typeName(sample)}), ${formatBytes(units.ends[unit] - units.starts[unit])}`;
}

function unitsCSV(file) {
  const { units } = mapRows(file)[0];
  return units ? csvText(["offset_bytes", "size_bytes", "kind", "track", "sample"], Array.from(units.starts, (start, k) =>
    [start, units.ends[k] - start, units.kind, file.tracks[units.tracks[k]].index, units.samples[k]])) : null;
}

/** Tags or frames one by one where they are wide enough, else the class of the last that begins before the end of each pixel. */
function drawUnits(p, frame, colors, units, y, height) {
  const lists = sampleClasses.map(() => []), first = Math.max(0, upperBound(units.starts, frame.domain[0]) - 1), last = upperBound(units.starts, frame.domain[1]);
  if (last - first <= frame.w * 2) {
    for (let k = first; k < last; k++) {
      const w = (units.ends[k] - units.starts[k]) * frame.kx;
      lists[units.classes[k]].push(frame.x(units.starts[k]), y, Math.max(0.7, w - (w > 4 ? 1 : 0)), height);
    }
  } else {
    for (let x = 0; x < frame.w; x++) {
      const k = upperBound(units.starts, frame.fromX(frame.left + x + 1)) - 1;
      if (k >= 0 && units.ends[k] >= frame.fromX(frame.left + x)) lists[units.classes[k]].push(frame.left + x, y, 1, height);
    }
  }
  lists.forEach((list, c) => p.rects(list, colors[sampleClasses[c].key]));
}

function kindColor(kind) {
  if (kind === "mdat" || kind === "free" || kind === "skip") return "other";
  let sum = 0;
  for (let i = 0; i < kind.length; i++) sum = (sum * 31 + kind.charCodeAt(i)) % 9973;
  return MAP_COLORS[sum % MAP_COLORS.length];
}

function drawSpans(p, frame, colors, spans, y, height) {
  const lists = new Map();
  let last = -Infinity;
  for (const span of spans) {
    const x = Math.max(frame.left, frame.x(span.offset)), end = Math.min(frame.right, frame.x(span.offset + span.size));
    if (end < frame.left || x > frame.right || end < last + 0.5) continue;
    const w = Math.max(1, end - x - (end - x > 4 ? 1 : 0)), key = kindColor(span.kind);
    last = end;
    if (!lists.has(key)) lists.set(key, []);
    lists.get(key).push(x, y, w, height);
  }
  for (const [key, list] of lists) p.rects(list, colors[key], 0.28);
  for (const [key, list] of lists) p.rects(list.map((v, i) => (i % 4 === 3 ? 3 : v)), colors[key]);
  for (const span of spans) {
    const x = Math.max(frame.left, frame.x(span.offset)), end = Math.min(frame.right, frame.x(span.offset + span.size));
    if (end - x > 30 && end - x > p.textWidth(mapLabel(span.kind)) + 8) p.text(x + 4, y + 16, mapLabel(span.kind), colors.text);
  }
}

function drawHoles(p, frame, colors, holes, y, height) {
  const list = [];
  for (const hole of holes) {
    const x = frame.x(hole.offset), end = frame.x(hole.offset + hole.size);
    if (end >= frame.left && x <= frame.right) list.push(Math.max(x, frame.left - 2), y + 3, Math.max(1.5, Math.min(end, frame.right + 2) - Math.max(x, frame.left - 2)), height - 3);
  }
  p.rects(list, colors.hole);
}

/** Samples one by one where they are wide enough, else the class of the first in each pixel. */
function drawSamples(p, frame, colors, track, y, height) {
  const placed = track.byPlace, offsets = track.placedOffsets, lists = sampleClasses.map(() => []);
  const first = Math.max(0, upperBound(offsets, frame.domain[0]) - 1), last = upperBound(offsets, frame.domain[1]);
  const add = (sample, x, w) => lists[track.classOf[sample]].push(x, y, w, height);
  if (last - first <= frame.w * 2) {
    for (let k = first; k < last; k++) {
      const x = frame.x(track.offset[placed[k]]), w = track.size[placed[k]] * frame.kx;
      add(placed[k], x, Math.max(0.7, w - (w > 4 ? 1 : 0)));
    }
  } else {
    for (let x = 0; x < frame.w; x++) {
      const end = upperBound(offsets, frame.fromX(frame.left + x + 1)) - 1;
      if (end < 0) continue;
      const sample = placed[end];
      if (track.offset[sample] + track.size[sample] >= frame.fromX(frame.left + x)) add(sample, frame.left + x, 1);
    }
  }
  lists.forEach((list, c) => p.rects(list, colors[sampleClasses[c].key]));
}

function mapLabel(kind) {
  return visibleText(kind, 40);
}
