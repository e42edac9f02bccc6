// The playground: a file, a folder of segments or an address is read by the core in a worker, and shown by the interface of reports.
import { el, fill, visibleText } from "../text.js";
import { Page } from "../page.js";
import { CoreClient } from "./client.js";
import { FileSource } from "./source.js";
import { buildCommands } from "./commands.js";
import { buildPicture } from "./picture.js";
import { buildSave } from "./save.js";
import { addStructures, LARGEST_TREE } from "./structure.js";

const views = [
  { id: "picture", title: "Picture", build: buildPicture, isWanted: model => model.files.some(file => file.video) },
  { id: "commands", title: "Commands", build: (page, host) => keep("commands", buildCommands, page, host) },
  { id: "save", title: "Save as", build: (page, host) => keep("save", buildSave, page, host) },
];

const UNREAD = "It is being read…", STOPPED = "Reading was stopped.", FAILED = "Reading failed.";

/** Builds a view, or takes over that of the page before of the same file, with the answers that were asked for while the file was read. */
function keep(id, build, page, host) {
  const { kept } = window.playground;
  let held = kept.get(id);
  if (!held) {
    const shell = { model: page.model, views: page.views };
    held = { shell, made: build(shell, host), view: page.views[id], nodes: [...host.childNodes] };
    kept.set(id, held);
  } else {
    Object.assign(held.shell, { model: page.model, views: page.views });
    page.views[id] = held.view;
    fill(host, held.nodes);
    held.made.changed();
  }
  page.model.on("file", () => held.made.changed());
  return held.made;
}

const SEGMENT = /^[^.].*\.(mp4|m4[svaif]|cmf[vatm]|mov|3gp|dash|seg|flv|f4v|h?26[45]|avc|hevc|hvc|jsv|bit|bin|aac|adts)$/i;

/** Whether a file begins a presentation: an MP4 file with a moov, or an FLV file. */
async function isInitial(file) {
  for (let offset = 0, boxes = 0; offset + 8 <= file.size && boxes < 64; boxes++) {
    const view = new DataView(await file.slice(offset, offset + 16).arrayBuffer()), type = view.getUint32(4);
    if (offset === 0 && view.getUint32(0) >>> 8 === 0x464c56 || type === 0x6d6f6f76) return true;
    const size = view.getUint32(0) === 1 && view.byteLength === 16 ? Number(view.getBigUint64(8)) : view.getUint32(0);
    if (size < 8 || type === 0x6d6f6f66) return false;
    offset += size;
  }
  return false;
}

/**
 * Files that are segments, in the order in which they follow one another: what begins the presentation first, then by the numbers in their
 * names. Throws if several begin one.
 */
export async function segmentOrder(all) {
  const pathOf = file => file.webkitRelativePath || file.name, collator = new Intl.Collator("en", { numeric: true });
  const files = all.filter(file => SEGMENT.test(file.name)).sort((a, b) => collator.compare(pathOf(a), pathOf(b)));
  if (!files.length) throw new Error(`none of these ${all.length} files is a media file or a segment of one`);
  const begins = await Promise.all(files.map(isInitial)), first = files.filter((_, i) => begins[i]);
  if (first.length > 1) {
    const names = first.slice(0, 6).map(pathOf).join(", ");
    throw new Error(`these files are of ${first.length} representations, which begin in ${names}${first.length > 6 ? " and others" : ""}: choose the segments of one of them`);
  }
  return [...first, ...files.filter((_, i) => !begins[i])];
}

/** The page and what it reads; `window.playground`. */
class Playground {
  constructor() {
    Object.assign(this, { client: new CoreClient(), page: null, place: null, other: null, opening: 0, kept: new Map() });
    this.trouble = el("div", { class: "trouble", role: "alert" });
    this.busy = el("span", { class: "busy", role: "status" });
    // An input that keeps its files says nothing of the same ones chosen again.
    const input = (label, more, take) => el("input", { type: "file", tabindex: -1, "aria-label": label, ...more, onchange: ({ target }) => {
      const chosen = [...target.files];
      target.value = "";
      if (chosen.length) take(chosen);
    } });
    this.input = input("File", { class: "offscreen", multiple: true }, files => this.files(files));
    this.folder = input("Folder", { class: "offscreen", webkitdirectory: true }, files => this.files(files));
    this.second = input("File to compare", { class: "offscreen second" }, ([blob]) => this.open(this.place, { blob, name: blob.name }));
    this.dropping();
    this.welcome();
  }

  welcome() {
    this.page?.close();
    const isAgain = Boolean(this.page);
    Object.assign(this, { page: null, place: null, other: null });
    document.title = "mediaprobe playground";
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    const address = el("input", { type: "url", required: true, placeholder: "https://…", "aria-label": "Address of a file" });
    fill(document.body, this.trouble, el("main", { class: "welcome" }, el("h1", {}, "mediaprobe playground"),
      el("p", {}, "Looks into H.264, H.265, AAC, FLV and MP4 files: pictures, structure, every element, every byte, and what is wrong with them."),
      el("section", { class: "drop" }, el("p", {}, "Drop a file here, or"), el("p", { class: "row-of-buttons" },
        el("button", { onclick: () => this.input.click() }, "Choose a file or segments"), el("button", { onclick: () => this.folder.click() }, "Choose a folder of segments")),
      el("p", { class: "muted" }, "Files are read in this page. They are not sent anywhere.")),
      el("form", { class: "address", onsubmit: event => { event.preventDefault(); this.open({ address: address.value }); } }, address, el("button", {}, "Open address")),
      el("p", { class: "muted" }, "The server of an address must answer requests of ranges and allow this page to read its answers (CORS)."), this.busy, this.input, this.folder));
    if (isAgain) document.querySelector(".drop button").focus();
  }

  dropping() {
    const isOver = on => document.body.classList.toggle("dropping", on);
    addEventListener("dragover", event => { event.preventDefault(); isOver(true); });
    addEventListener("dragleave", () => isOver(false));
    addEventListener("drop", event => { event.preventDefault(); isOver(false); if (event.dataTransfer.files.length) this.files(event.dataTransfer.files); });
  }

  /** Opens a file, or several as one. */
  async files(list) {
    let files = [...list];
    if (files.length > 1) {
      try { files = await segmentOrder(files); } catch (error) { this.say(error.message); return undefined; }
    }
    if (files.length === 1) return this.open({ blob: files[0], name: files[0].name });
    return this.open({ blob: new Blob(files), name: `${files[0].name} and ${files.length - 1} more` });
  }

  /** Shows what is known at once, then everything; `other` is a file to compare with. A complete report stays until there is one of both files. */
  async open(place, other = null) {
    const own = ++this.opening, isComplete = place === this.place && !this.page.model.files[0].facts.unread, { name, address } = isComplete && other || place;
    this.stop();
    this.say("");
    this.tell(`Opening ${visibleText(name ?? address, 80)}…`, null);
    if (place !== this.place) this.client.forget();
    try {
      if (!isComplete) await this.begin(place, own);
      if (own !== this.opening) return;
      const report = await this.client.ask("report", place, { other: other ?? undefined, progress: part => this.tell("Reading", part) });
      if (own !== this.opening) return;
      this.messages = report.messages;
      Object.assign(this.times, { report: report.time, memory: report.memory, loaded: report.loaded });
      const facts = await report.facts();
      let trouble = "";
      try {
        await this.complete(facts.files[0], place);
        if (other) await this.complete(facts.files[1], other);
      } catch (error) { trouble = error.message === "stopped" ? "" : error.message; }
      if (own !== this.opening) return;
      this.show(facts, place, other);
      this.tell("");
      this.say(trouble);
    } catch (error) {
      if (own !== this.opening || error.message === "stopped") return;
      this.tell("");
      this.unread(FAILED);
      if (!this.page) this.welcome();
      this.say(error.message);
    }
  }

  /** Shows what is known of a file at once. */
  async begin(place, own) {
    this.page?.go("overview");
    Object.assign(this, { messages: [], times: {} });
    const started = performance.now(), info = await this.client.ask("info", place), told = info.blob.size ? await info.json() : null;
    if (own !== this.opening) return;
    const file = { name: info.name, size: info.fileSize, format: null, info: told, tracks: [], chunks: [], findings: told ? [] : info.messages, unread: UNREAD };
    this.times.info = performance.now() - started;
    this.show({ schema_version: 1, command: "report", files: [file] }, place, null);
  }

  /** Ends what the core does. */
  stop() {
    this.client.stop();
    this.tell("");
    this.unread(STOPPED);
  }

  /** Says of a file that is shown in part why there is no more of it. */
  unread(reason) {
    const model = this.page?.model;
    if (!model?.file.facts.unread) return;
    model.file.facts.unread = reason;
    model.emit("file");
  }

  /** Adds the structures that a report leaves out. */
  async complete({ tree }, place) {
    if (!tree?.omitted) return;
    const answer = await this.client.ask("tree", place, { progress: part => this.tell("Reading structures", part) });
    if (answer.blob.size && answer.blob.size <= LARGEST_TREE) addStructures(tree, await answer.json());
  }

  /** Shows the facts of the file at `place`, and of the one that it is compared with. */
  show(facts, place, other) {
    const view = this.page?.current, before = this.page?.model;
    const isSame = before && place === this.place;
    if (!isSame) this.kept.clear();
    this.page?.close();
    Object.assign(this, { place, other });
    this.page = window.mediaprobe = new Page(facts.files.map((_, i) => new FileSource(facts, this.client, i ? this.other : this.place, i)), facts, views);
    document.querySelector("header").append(this.busy, el("button", { onclick: () => this.input.click() }, "Open…"),
      el("button", { title: "Compare with another file", onclick: () => this.second.click() }, "Compare…"), el("button", { onclick: () => { this.opening++; this.stop(); this.welcome(); } }, "Start again"));
    document.querySelector("header").after(this.trouble);
    document.body.append(this.input, this.folder, this.second);
    if (view && view !== this.page.current && this.page.views[view]) this.page.go(view);
    if (isSame && before.fileIndex === 0 && before.selection) this.page.model.selectByte(before.selection.offset, "before");
  }

  say(message) { fill(this.trouble, message || null, message ? el("button", { class: "small", onclick: () => this.say("") }, "Close") : null); }

  tell(what, part = undefined) {
    fill(this.busy, what || null, typeof part === "number" ? [" ", el("progress", { max: 1, value: part })] : null,
      what ? el("button", { class: "small", onclick: () => this.stop() }, "Stop") : null);
  }
}

window.playground = new Playground();
const wanted = new URLSearchParams(location.search).get("url");
if (wanted && URL.canParse(wanted, location.href)) window.playground.open({ address: new URL(wanted, location.href).href });
else if (wanted) window.playground.say(`${wanted} is no address`);
