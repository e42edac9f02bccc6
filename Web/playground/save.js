// Carrying: the file in another container or layout, a part of it, with another sample entry, or mended; saved without a server.
import { el, fill, formatBytes } from "../text.js";

/** Saves a Blob where the user says, or as a download. */
export async function saveBlob(blob, name) {
  const safe = name.replace(/[^\w.-]+/g, "_").slice(-120);
  if (window.showSaveFilePicker) {
    try {
      const handle = await window.showSaveFilePicker({ suggestedName: safe });
      await blob.stream().pipeTo(await handle.createWritable());
      return;
    } catch (error) { if (error.name === "AbortError") return; }
  }
  const link = el("a");
  link.href = URL.createObjectURL(blob);
  link.download = safe;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** What can be made of a file; a stream has the name of its codec. */
const jobsOf = (codec, sound) => [
  { id: "mp4", title: "MP4", question: "remux", options: { to: "mp4" }, end: ".mp4" },
  { id: "faststart", title: "MP4, moov first (faststart)", question: "remux", options: { to: "mp4", layout: "faststart" }, end: ".mp4" },
  { id: "fragmented", title: "MP4 in fragments", question: "remux", options: { to: "mp4", layout: "fragmented" }, end: ".mp4" },
  { id: "flv", title: "FLV", question: "remux", options: { to: "flv" }, end: ".flv" },
  { id: "stream", title: "H.264 or H.265 byte stream (Annex B)", question: "remux", options: { to: codec }, end: `.${codec}` },
  { id: "sound", title: `${soundTitles[sound]} stream`, question: "remux", options: { to: sound }, end: `.${sound}` },
  { id: "cut", title: "A part, as MP4", question: "cut", options: { to: "mp4" }, end: ".part.mp4", fields: [["from", "From, in seconds"], ["until", "To, in seconds"]] },
  ...["avc1", "avc3", "hvc1", "hev1"].map(type => ({ id: type, title: `Sample entry ${type}`, question: "retag", options: { type }, end: `.${type}.mp4` })),
  { id: "fix", title: "Mended, as check --fix does", question: "fix", options: {}, end: "" },
];

/** The formats of audio streams, by name. */
const soundTitles = { aac: "AAC (ADTS)", mp3: "MP3", ac3: "AC-3", eac3: "E-AC-3" };

/** The codec of the first track of a kind. */
const codecOf = ({ info }, kind) => info?.tracks?.find(track => track.kind === kind)?.codec;

/** The formats of the byte streams of a file's video and audio. */
const streamsOf = facts => [codecOf(facts, "video") === "H.265" ? "hevc" : "h264", Object.keys(soundTitles).find(name => soundTitles[name] === codecOf(facts, "audio")) ?? "aac"];

export function buildSave(page, host) {
  const jobs = () => jobsOf(...streamsOf(page.model.file.facts)), choice = el("select", {}, jobs().map(({ id, title }) => el("option", { value: id }, title)));
  const fields = el("div", { class: "form" }), rate = el("input", { size: 12, placeholder: "25 or 30000/1001" });
  const status = el("div", { role: "status" }), actions = el("p", { class: "row-of-buttons" });
  const job = () => jobs().find(({ id }) => id === choice.value);
  const choose = () => fill(fields, (job().fields ?? []).map(([name, label]) => el("label", {}, label, el("input", { name, size: 12 }))));
  choice.addEventListener("change", choose);
  let asked = null;
  const run = async () => {
    const { question, options, end, title } = job(), { client, place, file } = page.model.file.source;
    const own = Object.fromEntries([...fields.querySelectorAll("input")].filter(input => input.value).map(input => [input.name, input.value]));
    if (rate.value) own.fps = rate.value;
    asked = place;
    fill(actions);
    fill(status, el("p", {}, `${title}…`));
    try {
      const answer = await client.ask(question, place, { ...options, ...own, progress: part => asked === place && fill(status, el("p", {}, `${title}… ${Math.round(part * 100)} %`)) });
      if (asked !== place) return;
      const isMade = answer.outcome === "complete" || answer.outcome === "findings";
      fill(status, el("p", {}, isMade ? `${title}: ${formatBytes(answer.blob.size)}` : `${title}: not made`), answer.messages.slice(0, 20).map(message => el("p", { class: "muted" }, message)));
      const base = file.name.split(/[\\/]/).pop(), name = end ? base.replace(/\.\w+$/, "") + end : `mended-${base}`;
      if (isMade) fill(actions, el("button", { onclick: () => saveBlob(answer.blob, name) }, `Save ${name}`));
      page.views.save.result = isMade ? answer.blob : null;
    } catch (error) { if (asked === place) fill(status, el("p", {}, error.message)); }
  };
  fill(host, el("p", { class: "muted" }, "Samples are copied, not encoded again. Nothing leaves this machine."),
    el("form", { class: "form", onsubmit: event => { event.preventDefault(); run(); } }, el("label", {}, "Make", choice), fields,
      el("label", {}, "Frame rate of a bare stream", rate), el("button", {}, "Make")), status, actions);
  choose();
  page.views.save = { run, choice, fields, status, result: null };
  // What was made of the other of two files is not offered with this one.
  const changed = () => {
    if (!asked || asked === page.model.file.source.place) return;
    asked = page.views.save.result = null;
    fill(status);
    fill(actions);
  };
  return { charts: [], shown() {}, changed };
}
