// What is said of a sample, and the table of samples.
import { el, formatBytes, formatCount, formatTime, formatMilliseconds, formatOffset, plural } from "./text.js";
import { VirtualList } from "./list.js";

/** A time of a track, or the number of a sample where the file has no times. */
export function sampleTime(track, seconds) {
  return track.isTimed ? formatTime(seconds, 4) : `sample ${formatCount(Math.round(seconds * 100) / 100)}`;
}

/** The QP of a sample, where it is known. */
export function sampleQP(track, sample) { return Number.isNaN(track.qp[sample]) ? "–" : formatCount(track.qp[sample]); }

/** Why something is not there: the file has none, or was not read as far; `unread` is what the playground says of the latter. */
export function absence(file, text) { return file.facts.unread ?? text; }

/** The tracks that a chart has room for. */
export function drawnTracks(file) { return timedTracks(file).slice(0, TRACKS_DRAWN); }

/** What a chart of `drawnTracks` leaves out. */
export function leftOutTracks(file, before = "") {
  const count = timedTracks(file).length - TRACKS_DRAWN;
  return count > 0 ? `${before}${formatCount(count)} further ${count === 1 ? "track is" : "tracks are"} not drawn` : "";
}

const TRACKS_DRAWN = 6;

function timedTracks(file) { return file.tracks.filter(track => track.count && track.isTimed); }

/** Names and values of a sample. */
export function describeSample(track, i) {
  const gop = track.groupOf(i), video = track.type === "video";
  const facts = [
    [video ? "Picture" : track.type === "audio" ? "Frame" : "Sample", `${formatCount(i)} of track ${track.index}` + (track.rank[i] !== i ? `, ${formatCount(track.rank[i])} in display order` : "")],
    ["Size", `${formatBytes(track.size[i])}${track.size[i] >= 1024 ? ` (${formatCount(track.size[i])} B)` : ""}`],
  ];
  if (video) facts.splice(1, 0, ["Type", track.typeName(i) + ({ true: ", reference", false: ", not reference" }[track.isReference(i)] ?? "") + (track.isLeading(i) ? ", leading" : "")]);
  if (track.hasQP && !Number.isNaN(track.qp[i])) facts.push(["QP", formatCount(track.qp[i])]);
  facts.push(["DTS", sampleTime(track, track.dts[i])], ["PTS", sampleTime(track, track.pts[i]) + (track.left[i] ? ", left out by the edit list" : "")]);
  // DTS moves with the first edit, PTS with the one that shows it.
  if (track.isTimed) facts.push(["PTS − DTS", formatMilliseconds(track.delay(i)) + (track.shown.length > 1 ? ", before the edit list" : "")]);
  facts.push(["Offset", `${formatCount(track.offset[i])} (${formatOffset(track.offset[i])})`]);
  if (video && gop >= 0) {
    const [start, end] = track.groupRange(gop);
    facts.push(["GOP", `${formatCount(gop)}, ${plural(end - start, "picture")}${track.isOpen(start) ? ", open" : ""}`]);
  }
  return facts;
}

/** The table of samples of the timeline's track, in its order. */
export class SampleTable {
  constructor(page) {
    const { model } = page;
    const names = ["Decode #", "Display #", "Type", "Ref", "Size", "QP", "DTS", "PTS", "PTS − DTS", "Offset", "GOP"];
    const selectedPlace = () => {
      const { selection, track } = model;
      return selection && track && selection.track === track && selection.sample >= 0 ? track.placeOf(model.order, selection.sample) : -1;
    };
    this.list = new VirtualList({
      name: "samples", label: "Samples", rowHeight: 24, height: 242,
      head: el("div", { class: "row head", "aria-hidden": "true" }, names.map(name => el("span", {}, name))),
      count: () => model.count,
      selected: selectedPlace,
      pick: place => { model.selectSample(model.track, model.track.sampleAt(model.order, place), "table"); model.reveal(); },
      row: place => {
        const { track } = model, i = track.sampleAt(model.order, place), gop = track.groupOf(i);
        return [formatCount(i), formatCount(track.rank[i]), track.typeName(i), { true: "yes", false: "no" }[track.isReference(i)] ?? "–", `${formatCount(track.size[i])} B`,
          sampleQP(track, i), sampleTime(track, track.dts[i]), sampleTime(track, track.pts[i]),
          track.isTimed ? formatMilliseconds(track.delay(i)) : "–", formatOffset(track.offset[i]), gop < 0 ? "–" : formatCount(gop)]
          .map((text, k) => el("span", k === 2 ? { role: "gridcell", class: "type", style: `color:var(--${page.classKey(track, i)})` } : { role: "gridcell" }, text));
      },
    });
    model.on("select", () => this.list.reveal(selectedPlace()));
    for (const event of ["order", "file"]) model.on(event, () => { this.list.top = 0; this.list.render(); this.list.reveal(selectedPlace()); });
  }
}
