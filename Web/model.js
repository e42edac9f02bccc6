// Facts as typed arrays, and the state that the views share: file, order, window of zoom, selection.
import { decodeColumn } from "./source.js";
import { MinMaxPyramid, ClassPyramid } from "./pyramid.js";

/** Classes of samples: how a chart colours them. */
export const sampleClasses = [
  { key: "idr", label: "IDR" }, { key: "cra", label: "I, random access (CRA, recovery point)" }, { key: "i", label: "I" }, { key: "p", label: "P" }, { key: "b", label: "B, reference" },
  { key: "n", label: "B or P, not reference" }, { key: "audio", label: "audio" }, { key: "key", label: "key" }, { key: "other", label: "other" },
];

const FLAG = { key: 1, reference: 2, randomAccess: 16, idr: 32, leading: 64, hasQP: 128 };
const TYPE_NAMES = ["", "I", "P", "B"];

/** Writes integers into a narrow array, which becomes one of doubles if a value does not fit. */
class IntegerColumn {
  constructor(kind, count) { this.values = new kind(count); }

  set(at, value) {
    this.values[at] = value;
    if (this.values[at] !== value && !(this.values instanceof Float64Array)) {
      this.values = Float64Array.from(this.values);
      this.values[at] = value;
    }
  }
}

/** The samples of a track in decoding order, one array a quantity. Times are seconds. */
export class TrackModel {
  /** `total`: the entry of the facts' `totals` for this track. */
  constructor(facts, position, chunks, total = {}, format = null) {
    Object.assign(this, { facts, position, format, index: facts.index ?? position, type: facts.kind ?? "other" });
    this.codec = facts.codec_string ?? facts.codec ?? "";
    /** Without a time scale, times count samples. */
    this.isTimed = facts.timescale > 0;
    this.timescale = this.isTimed ? facts.timescale : 1;
    this.edits = (facts.edits ?? []).map(edit => ({
      duration: edit.segment_duration / (facts.movie_timescale || 1), isEmpty: edit.media_time < 0, start: edit.media_time / this.timescale, rate: edit.rate }));
    this.edits.reduce((begin, edit) => { edit.begin = begin; return begin + edit.duration; }, 0);
    // Both clocks are that of the presentation: decoding times move with the first edit that shows something, and can begin before 0.
    this.shown = this.edits.filter(edit => !edit.isEmpty);
    this.shift = this.shown.length ? this.shown[0].begin - this.shown[0].start : 0;
    const count = this.count = chunks.reduce((sum, chunk) => sum + chunk.count, 0);
    for (const name of ["dts", "pts", "offset"]) this[name] = new Float64Array(count);
    /** 1 for samples that the edit list leaves out. */
    this.left = new Uint8Array(count);
    this.flags = new Uint8Array(count);
    this.qp = new Float32Array(count).fill(NaN);
    this.classOf = new Uint8Array(count);
    this.hasQP = false;
    this.fillChunks(chunks);
    this.total = this.size.reduce((sum, size) => sum + size, 0);
    /** The duration of the last sample in seconds; 0 if it has none, or if that sample is not in the report. */
    this.statesDuration = this.isTimed && total.last_duration !== undefined && !total.omitted;
    this.lastDuration = this.statesDuration ? total.last_duration / this.timescale : 0;
    this.keys = Uint32Array.from(this.samplesThat(i => this.isKey(i)));
    /** The first pictures of groups, except of one that begins without random access. */
    this.starts = Uint32Array.from(this.samplesThat(i => this.beginsGroup(i)));
    this.arrange();
  }

  fillChunks(chunks) {
    let at = 0, dts = 0, cts = 0, end = 0, qp = 0;
    const sizeColumn = new IntegerColumn(Uint32Array, this.count), delays = new IntegerColumn(Int32Array, this.count);
    for (const chunk of chunks) {
      const [dtsColumn, ctsColumn, sizes, offsets, flags, qps] =
        ["dts", "cts", "size", "offset", "flags", "qp"].map(name => decodeColumn(chunk[name], chunk.count));
      for (let i = 0; i < chunk.count; i++, at++) {
        dts += dtsColumn[i] ?? 0;
        cts += ctsColumn[i] ?? 0;
        end += offsets[i] ?? 0;
        this.dts[at] = dts / this.timescale + this.shift;
        delays.set(at, cts);
        this.pts[at] = this.present((dts + cts) / this.timescale, at);
        this.offset[at] = end;
        const size = Math.max(0, sizes[i] ?? 0);
        sizeColumn.set(at, size);
        end += size;
        this.flags[at] = flags[i] ?? 0;
        qp += qps[i] ?? 0;
        if (this.flags[at] & FLAG.hasQP) { this.qp[at] = qp; this.hasQP = true; }
        this.classOf[at] = this.classify(this.flags[at]);
      }
    }
    this.size = sizeColumn.values;
    this.delays = delays.values;
  }

  /** Presentation time minus decoding time, without edits. */
  delay(sample) { return this.delays[sample] / this.timescale; }

  /** The presentation time of a media time: in the first edit that shows it, else as if the first of all edits went on. */
  present(time, at) {
    for (const { start, duration, begin } of this.shown) {
      if (time >= start - 1e-9 && (!duration || time < start + duration - 1e-9)) return time - start + begin;
    }
    if (this.shown.length) this.left[at] = 1;
    return time + this.shift;
  }

  classify(flags) {
    if (this.type === "audio") return 6;
    if (this.type !== "video") return 8;
    const type = (flags >> 2) & 3;
    if (flags & FLAG.idr) return 0;
    if (type === 1) return flags & FLAG.randomAccess ? 1 : 2;
    if (type === 0) return flags & FLAG.key ? 7 : 8;
    if (!(flags & FLAG.reference)) return 5;
    return type === 2 ? 3 : 4;
  }

  * samplesThat(isWanted) {
    for (let i = 0; i < this.count; i++) if (isWanted(i)) yield i;
  }

  /** Display order, and times that never run backwards, to go from times to places in an order. */
  arrange() {
    const { count, pts } = this;
    const order = new Uint32Array(count);
    let work = 0;
    for (let i = 0; i < count; i++) {
      let k = i;
      while (k > 0 && pts[order[k - 1]] > pts[i] && work < 64 * count) { order[k] = order[k - 1]; k--; work++; }
      order[k] = i;
    }
    if (work >= 64 * count) order.sort((a, b) => pts[a] - pts[b] || a - b);
    this.order = order;
    // Most tracks of sound are displayed in decoding order, and most times never run backwards: one array serves for both then.
    const isSame = order.every((sample, k) => sample === k);
    this.rank = isSame ? order : new Uint32Array(count);
    if (!isSame) for (let k = 0; k < count; k++) this.rank[order[k]] = k;
    this.times = { decode: ascending(this.dts), display: ascending(isSame ? pts : Float64Array.from(order, sample => pts[sample])) };
    const usual = usualInterval(this.times.display, 1 / this.timescale);
    /** Whether there is an interval: a single sample without a duration has none, and is drawn as one tick. */
    this.hasInterval = usual > 0 || this.lastDuration > 0;
    this.interval = usual || this.lastDuration || 1 / this.timescale;
    this.start = count ? this.times.display[0] : 0;
    /** How long the last sample of each order lasts. */
    const step = sample => (sample + 1 < count ? this.dts[sample + 1] - this.dts[sample] : this.lastDuration);
    this.tail = { decode: this.lastDuration || this.interval, display: count && step(order[count - 1]) > 0 ? step(order[count - 1]) : this.interval };
    this.end = count ? this.times.display[count - 1] + this.tail.display : 0;
    // What an edit list presents: it can hide the first and last samples.
    const { shown } = this, first = this.edits.indexOf(shown[0]), sum = list => list.reduce((total, edit) => total + edit.duration, 0);
    this.presentedStart = shown.length ? Math.max(this.start, sum(this.edits.slice(0, first))) : this.start;
    this.presentedEnd = sum(shown) > 0 ? Math.min(shown.length > 1 ? Infinity : this.end, sum(this.edits)) : this.end;
  }

  /** The time that the samples are decoded for, in seconds: what `packets --summary` states. Mean rates are of it. */
  get duration() {
    if (this.extent === undefined) {
      const { dts, count, statesDuration, lastDuration } = this;
      let first = Infinity, last = -Infinity;
      for (let i = 0; i < count; i++) { first = Math.min(first, dts[i]); last = Math.max(last, dts[i]); }
      // Tags of FLV have no durations: the last sample lasts as long as the one before.
      if (this.format === "flv" && !(lastDuration > 0)) last += count > 1 ? Math.max(0, dts[count - 1] - dts[count - 2]) : 0;
      else last = Math.max(last, dts[count - 1] + (statesDuration ? lastDuration : this.interval));
      this.extent = count ? last - first : 0;
    }
    return this.extent;
  }

  /** Bits a second; NaN without a duration. */
  get meanRate() { return this.isTimed && this.duration > 0 ? this.total * 8 / this.duration : NaN; }

  sampleAt(order, place) { return order === "display" ? this.order[place] : place; }
  placeOf(order, sample) { return order === "display" ? this.rank[sample] : sample; }

  /** The time of a place (with fraction) in an order; places after the last go on at its duration. */
  timeAt(order, place) {
    const times = this.times[order], count = this.count;
    if (!count) return 0;
    if (place <= 0) return times[0] + place * this.interval;
    const i = Math.floor(place);
    if (i >= count - 1) return times[count - 1] + (place - count + 1) * this.tail[order];
    return times[i] + (times[i + 1] - times[i]) * (place - i);
  }

  /** The place (with fraction) of a time in an order. */
  placeAt(order, time) {
    const times = this.times[order], count = this.count;
    if (!count) return 0;
    if (time <= times[0]) return (time - times[0]) / this.interval;
    if (time >= times[count - 1]) return count - 1 + (time - times[count - 1]) / this.tail[order];
    const i = upperBound(times, time) - 1;
    return i + (time - times[i]) / (times[i + 1] - times[i]);
  }

  /** The place among the keys of the one at or before `sample`; -1 if there is none. */
  keyOf(sample) { return upperBound(this.keys, sample) - 1; }
  /** Whether `gop` begins a group at a picture: where random access is possible, also by a recovery point. Of some codecs only the keys are known. */
  beginsGroup(sample) {
    const flags = this.flags[sample];
    return (flags & (FLAG.idr | FLAG.randomAccess)) !== 0 || this.isKey(sample) && ((flags >> 2) & 3) === 0;
  }
  /** Pictures before the first of `starts` are group 0, as in `gop`. */
  get firstGroup() { return this.starts[0] > 0 ? 1 : 0; }
  /** The number of the group of pictures of `sample`; -1 if no group begins. */
  groupOf(sample) { return this.type === "video" && this.starts.length ? upperBound(this.starts, sample) - 1 + this.firstGroup : -1; }
  /** The bounds of a group. */
  groupRange(group) {
    const k = group - this.firstGroup;
    return [this.starts[k] ?? 0, this.starts[k + 1] ?? this.count];
  }
  get groupCount() { return this.starts.length ? this.starts.length + this.firstGroup : 0; }
  /** Whether a picture of the group that begins at `start` is displayed before it, as `gop` says. Leading pictures of an IDR picture are RADL. */
  isOpen(start) {
    this.openStarts ??= new Set(this.starts.filter((first, k) => {
      const end = this.starts[k + 1] ?? this.count, isIDR = (this.flags[first] & FLAG.idr) !== 0;
      for (let i = first + 1; i < end; i++) if (this.rank[i] < this.rank[first] && !(isIDR && this.isLeading(i))) return true;
      return false;
    }));
    return this.openStarts.has(start);
  }
  isKey(sample) { return (this.flags[sample] & FLAG.key) !== 0; }
  isLeading(sample) { return (this.flags[sample] & FLAG.leading) !== 0; }
  /** Whether other pictures refer to a picture; null if its slices are not known, as of an encrypted one. */
  isReference(sample) {
    const flags = this.flags[sample];
    return flags & FLAG.reference ? true : flags & (3 << 2 | FLAG.idr) ? false : null;
  }

  /** Whether no picture after a key sample refers to one before it: an IDR picture, or one of a codec whose slices are not known. */
  isClosedKey(key) { return (this.flags[key] & FLAG.idr) !== 0 || ((this.flags[key] >> 2) & 3) === 0; }

  /** The classes that samples of this track have, for legends. */
  get classes() { return this.classesUsed ??= sampleClasses.filter((_, c) => this.classOf.includes(c)); }

  /** What a sample is, in a word or two. */
  typeName(sample) {
    const flags = this.flags[sample], type = TYPE_NAMES[(flags >> 2) & 3];
    if (this.type !== "video") return this.type === "audio" ? "frame" : "sample";
    if (flags & FLAG.idr) return "IDR";
    return (type || "picture") + (flags & FLAG.key ? " key" : "");
  }

  /** Samples in the order of the file. */
  get byPlace() {
    if (!this.placed) {
      let sorted = true;
      for (let i = 1; i < this.count && sorted; i++) sorted = this.offset[i] >= this.offset[i - 1];
      this.placed = Uint32Array.from({ length: this.count }, (_, i) => i);
      if (!sorted) this.placed.sort((a, b) => this.offset[a] - this.offset[b] || a - b);
      this.placedOffsets = sorted ? this.offset : Float64Array.from(this.placed, sample => this.offset[sample]);
    }
    return this.placed;
  }

  /** The sample with the byte at `offset`; -1 if there is none. */
  sampleWith(offset) {
    const placed = this.byPlace;
    const k = upperBound(this.placedOffsets, offset) - 1;
    if (k < 0) return -1;
    const sample = placed[k];
    return offset < this.offset[sample] + this.size[sample] ? sample : -1;
  }

  /** A pyramid of a quantity, made when first asked for. `valueAt` gives its values. */
  pyramid(name, count, valueAt) {
    this.pyramids ??= new Map();
    if (!this.pyramids.has(name)) this.pyramids.set(name, new MinMaxPyramid(count, valueAt));
    return this.pyramids.get(name);
  }

  /** Sizes by class, in an order. */
  sizes(order) {
    this.sizePyramids ??= {};
    if (!this.sizePyramids[order]) {
      const pick = array => (order === "decode" ? array : array.map((_, k) => array[this.order[k]]));
      this.sizePyramids[order] = new ClassPyramid(pick(this.size), pick(this.classOf), sampleClasses.length);
    }
    return this.sizePyramids[order];
  }

  /** Bits a second: a bin for each second (or more seconds, in a very long track), and their moving average. */
  bitRate() {
    if (this.rates) return this.rates;
    const first = this.count ? this.times.decode[0] : 0;
    const length = this.count ? this.times.decode[this.count - 1] + this.tail.decode - first : 0;
    const width = Math.max(1, Math.ceil(length / 500000));
    // What is left of less than half a bin belongs to the bin before: two packets in a few milliseconds are no bit rate.
    const count = Math.max(1, Math.round(length / width));
    const bins = new Float64Array(count);
    for (let i = 0; i < this.count; i++) bins[Math.min(count - 1, Math.max(0, Math.floor((this.times.decode[i] - first) / width + 1e-9)))] += this.size[i] * 8;
    // The last bin may be shorter or longer than the others.
    const seconds = i => (i === count - 1 && length > 0 ? length - i * width : width);
    for (let i = 0; i < count; i++) bins[i] /= seconds(i);
    const span = Math.min(5, count), average = new Float64Array(count);
    for (let i = 0, bits = 0, time = 0; i < count; i++) {
      bits += bins[i] * seconds(i);
      time += seconds(i);
      if (i >= span) { bits -= bins[i - span] * width; time -= width; }
      average[i] = bits / time;
    }
    return this.rates = { first, width, bins, average, span: span * width, length };
  }
}

/** `values`, or if they run backwards somewhere a copy that stays at the greatest one before. */
function ascending(values) {
  if (values.every((value, i) => !i || values[i - 1] <= value)) return values;
  let last = -Infinity;
  return values.map(value => (last = Math.max(last, value)));
}

/** The first place in sorted `values` with a value greater than `value`. */
export function upperBound(values, value) {
  let low = 0, high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= value) low = middle + 1; else high = middle;
  }
  return low;
}

/** 0 without intervals; the median, or the mean of the intervals that differ from it by a tick of the clock: 33 ms and 34 ms are 29.97 pictures a second. */
export function usualInterval(times, tick) {
  const step = Math.max(1, Math.floor(times.length / 2000)), found = [];
  for (let i = 1; i < times.length; i += step) if (times[i] > times[i - 1]) found.push(times[i] - times[i - 1]);
  found.sort((a, b) => a - b);
  if (!found.length) return 0;
  const median = found[found.length >> 1], near = Math.min(1.5 * tick, median / 5);
  let sum = 0, count = 0;
  for (let i = 1; i < times.length; i++) if (Math.abs(times[i] - times[i - 1] - median) < near) { sum += times[i] - times[i - 1]; count++; }
  return count ? sum / count : median;
}

/** The fullness of a coded picture buffer: seconds, bits before each removal, and those removed where they are not those of the sample. */
export class BufferModel {
  constructor(facts, chunks) {
    this.facts = facts;
    const count = this.count = chunks.reduce((sum, chunk) => sum + chunk.count, 0);
    this.times = new Float64Array(count);
    this.fullness = new Float64Array(count);
    this.removed = count && chunks.every(chunk => chunk.removed) ? new Float64Array(count) : null;
    let at = 0, time = 0, bits = 0;
    for (const chunk of chunks) {
      const times = decodeColumn(chunk.times, chunk.count), fullness = decodeColumn(chunk.fullness, chunk.count), removed = this.removed && decodeColumn(chunk.removed, chunk.count);
      for (let i = 0; i < chunk.count; i++, at++) {
        this.times[at] = (time += times[i] ?? 0) / 90000;
        this.fullness[at] = bits += fullness[i] ?? 0;
        if (removed) this.removed[at] = removed[i] ?? 0;
      }
    }
  }
}

/** A file: its tracks, tree and key figures. */
export class FileModel {
  constructor(source) {
    this.source = source;
    this.facts = source.file;
    this.size = this.facts.size ?? 0;
    const chunks = this.facts.chunks ?? [];
    this.tracks = (this.facts.tracks ?? []).map((track, i) => new TrackModel(track, i, chunks.filter(chunk => chunk.track === (track.index ?? i)), this.facts.totals?.find(total => total.track === (track.index ?? i)), this.facts.format));
    this.buffers = (this.facts.buffers ?? []).map((buffer, i) => new BufferModel(buffer, chunks.filter(chunk => chunk.buffer === i)));
    // The models hold the columns now: their text, 20 to 40 bytes a sample, is given back.
    this.facts.chunks = [];
    this.video = this.tracks.find(track => track.type === "video" && track.count) ?? null;
    this.audio = this.tracks.find(track => track.type === "audio" && track.count) ?? null;
    this.isTimed = this.tracks.some(track => track.isTimed);
    this.main = this.video ?? this.audio ?? this.tracks.find(track => track.count) ?? null;
    const live = this.tracks.filter(track => track.count);
    this.start = Math.min(...live.map(track => Math.min(track.start, track.times.decode[0])));
    this.end = Math.max(...live.map(track => Math.max(track.end, track.times.decode[track.count - 1] + track.tail.decode)));
    if (!live.length) { this.start = 0; this.end = 1; }
    if (!(this.end > this.start)) this.end = this.start + 1;
  }

  /** Findings of the check in the order of severity. */
  get findings() {
    const rank = { error: 0, warning: 1, note: 2 };
    return [...(this.facts.check?.findings ?? [])].sort((a, b) => rank[a.severity] - rank[b.severity]);
  }
}

/** What views share. Events: "file", "select", "window", "bytes", "order". */
export class PageModel {
  constructor(sources, facts) {
    this.facts = facts;
    this.files = sources.map(source => new FileModel(source));
    this.listeners = new Map();
    this.selection = null;
    this.openFile(0);
  }

  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  emit(event) {
    for (const listener of this.listeners.get(event) ?? []) listener();
  }

  openFile(index) {
    this.fileIndex = index;
    this.file = this.files[index];
    this.track = this.file.main;
    this.order = "decode";
    this.selection = null;
    this.byteWindow = [0, Math.max(1, this.file.size)];
    this.window = { from: 0, to: Math.max(1, this.track?.count ?? 1), start: this.file.start, end: this.file.end };
    this.emit("file");
  }

  /** The track of the timeline. */
  setTrack(track) {
    this.track = track;
    this.setTimes(this.window.start, this.window.end);
    this.emit("order");
  }

  setOrder(order) {
    this.order = order;
    this.setTimes(this.window.start, this.window.end);
    this.emit("order");
  }

  get count() { return this.track?.count ?? 0; }

  /** Shows places from..to of the track's order, and the same times elsewhere. */
  setPlaces(from, to) {
    const span = Math.min(Math.max(to - from, 4), Math.max(this.count, 4));
    const start = Math.max(0, Math.min(from, Math.max(this.count, 4) - span));
    const whole = span >= this.count;
    this.window = {
      from: start, to: start + span,
      start: whole || !this.track ? this.file.start : this.track.timeAt(this.order, start),
      end: whole || !this.track ? this.file.end : this.track.timeAt(this.order, start + span),
    };
    if (!(this.window.end > this.window.start)) this.window.end = this.window.start + 1e-3;
    this.emit("window");
  }

  /** Shows times start..end, and the same pictures in the timeline. */
  setTimes(start, end) {
    const { file, track } = this, whole = file.end - file.start;
    const least = Math.min(whole, 4 * (track?.interval ?? 0.001));
    const span = Math.min(Math.max(end - start, least), whole);
    const first = Math.max(file.start, Math.min(start, file.end - span));
    if (span >= whole * 0.99999 || !track) { this.setPlaces(0, Math.max(this.count, 1)); return; }
    const clamp = place => Math.max(0, Math.min(place, this.count));
    let from = clamp(track.placeAt(this.order, first)), to = clamp(track.placeAt(this.order, first + span));
    if (to - from < 4) { from = Math.max(0, Math.min(from, this.count - 4)); to = from + 4; }
    this.window = { from, to, start: first, end: first + span };
    this.emit("window");
  }

  /** Zooms by `factor` (below 1: closer) about a place. */
  zoomPlaces(factor, about = null) {
    const { from, to } = this.window;
    const fixed = about ?? this.selectedPlace(from, to) ?? (from + to) / 2;
    this.setPlaces(fixed - (fixed - from) * factor, fixed + (to - fixed) * factor);
  }

  selectedPlace(from, to) {
    if (!this.selection || this.selection.track !== this.track || this.selection.sample < 0) return null;
    const place = this.track.placeOf(this.order, this.selection.sample) + 0.5;
    return place >= from && place <= to ? place : null;
  }

  setBytes(from, to) {
    const size = Math.max(1, this.file.size), span = Math.min(Math.max(to - from, 32), Math.max(size, 32));
    const start = Math.max(0, Math.min(from, size - span));
    this.byteWindow = [start, start + span];
    this.emit("bytes");
  }

  /** Selects a sample; tree and bytes follow. */
  selectSample(track, sample, by = "") {
    if (!track || !(sample >= 0 && sample < track.count)) return;
    const offset = track.offset[sample], size = track.size[sample];
    this.choose({ track, sample, offset, size, node: this.nodeInside(offset, size), field: -1, by });
  }

  /** The outermost node that lies within these bytes; -1 if there is none. */
  nodeInside(offset, size) {
    const { index, nodes } = this.file.source;
    return index.path(index.at(offset)).find(node => nodes[node][1] >= offset && nodes[node][1] + nodes[node][2] <= offset + size) ??
      index.path(index.at(offset + 4)).find(node => nodes[node][1] >= offset && nodes[node][1] + nodes[node][2] <= offset + size) ?? -1;
  }

  /** Selects a node of the tree, or one of its fields; the sample around it follows. */
  selectNode(node, field = -1, by = "") {
    const found = this.file.source.node(node);
    const chosen = found.fields[field];
    const offset = chosen ? Math.floor(chosen.bit / 8) : found.offset;
    const size = chosen ? Math.ceil((chosen.bit + chosen.bits) / 8) - offset : found.size;
    this.choose({ ...this.sampleAround(found.offset, found.size), offset, size, node, field, by });
  }

  /** Selects a byte: the element, node and sample that own it follow. */
  async selectByte(offset, by = "") {
    const { path, field } = await this.file.source.explain(offset);
    const node = path.at(-1) ?? -1;
    const around = this.sampleAround(offset, 1);
    if (field >= 0) { this.selectNode(node, field, by); return; }
    this.choose({ ...around, offset, size: 1, node, field: -1, by });
  }

  sampleAround(offset, size) {
    for (const track of this.file.tracks) {
      const sample = track.sampleWith(offset);
      if (sample >= 0 && offset + size <= track.offset[sample] + track.size[sample]) return { track, sample };
    }
    return { track: null, sample: -1 };
  }

  choose(selection) {
    this.selection = selection;
    this.emit("select");
  }

  /** Selects the next or previous sample of the timeline's track in its order. */
  step(by, keysOnly = false) {
    const { track } = this;
    if (!track?.count) return;
    const selected = this.selection?.track === track ? this.selection.sample : -1;
    let sample;
    if (selected < 0) {
      sample = track.sampleAt(this.order, Math.min(track.count - 1, Math.ceil(this.window.from)));
      if (keysOnly) sample = track.keys.find(key => key >= sample) ?? track.keys.at(-1);
      if (sample === undefined) return;
    } else if (keysOnly) {
      const k = track.keyOf(selected);
      sample = by > 0 ? track.keys[k + 1] : track.keys[track.keys[k] === selected ? k - 1 : k];
      if (sample === undefined) return;
    } else sample = track.sampleAt(this.order, Math.max(0, Math.min(track.count - 1, track.placeOf(this.order, selected) + by)));
    this.selectSample(track, sample, "key");
    this.reveal();
  }

  /** Moves the window so that the selected sample is in it. */
  reveal() {
    const { selection, track, window } = this;
    if (!selection || selection.sample < 0 || selection.track !== track) return;
    const place = track.placeOf(this.order, selection.sample), span = window.to - window.from;
    if (place < window.from || place + 1 > window.to) this.setPlaces(place + 0.5 - span / 2, place + 0.5 + span / 2);
  }
}
