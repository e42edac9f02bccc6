// The decoded picture of a selected sample by WebCodecs, and a strip of the key pictures.
import { el, fill, formatCount, plural } from "../text.js";
import { decodeBase64 } from "../source.js";
import { sampleTime } from "../samples.js";
import { described } from "../overview.js";

const THUMBNAILS = 40, DECODED = 600;

/**
 * The configuration of a decoder for a track, by the core, the parameter sets of a byte stream, and whether other samples have another
 * configuration; throws with the reason if there is none. `sample`: the key picture; of the first sample entry if undefined.
 */
async function configurationOf(file, track, sample) {
  const { source } = file, info = described(file, track);
  if (info.encrypted) throw new Error("the track is encrypted");
  const answer = await source.client.ask("decoding", source.place, { track: track.index, ...(sample === undefined ? {} : { sample_offset: track.offset[sample] }) });
  if (!answer.blob.size) throw new Error(answer.messages.join("; "));
  const { codec_string: codec = info.codec_string, framing, description, parameter_sets: sets, sample_entries: entries } = await answer.json();
  if (!codec) throw new Error(`${track.facts.codec} has no codec string that a browser knows`);
  const isPrefixed = framing === "length";
  const configuration = { codec, ...(isPrefixed && description ? { description: decodeBase64(description) } : {}) };
  if (!window.VideoDecoder) throw new Error("this browser has no WebCodecs");
  const { supported } = await VideoDecoder.isConfigSupported(configuration);
  if (!supported) throw new Error(`this browser cannot decode ${codec}`);
  return { configuration, sets: sets ? decodeBase64(sets) : null, isOnly: entries <= 1 };
}

/** Where decoding can begin for a picture: lists of samples, of which the first is a key picture and the last the picture, best first. */
export function decodingPaths(track, wanted) {
  const k = track.keyOf(wanted), key = k < 0 ? 0 : track.keys[k], paths = [];
  const add = (first, isKept) => { const path = []; for (let i = first; i <= wanted; i++) if (isKept(i)) path.push(i); paths.push(path); };
  const isClosed = k < 0 || track.isClosedKey(key), isLeading = track.rank[wanted] < track.rank[key];
  // Pictures that are displayed before an open key picture refer to the group before: they are left out, unless one of them is wanted.
  if (isClosed || !isLeading) add(key, i => isClosed || track.rank[i] >= track.rank[key]);
  if (isClosed) return paths;
  let before = k - 1;
  while (before > 0 && !track.isClosedKey(track.keys[before])) before--;
  add(before < 0 ? 0 : track.keys[before], () => true);
  return paths;
}

/** Decodes the picture of a sample, and returns it as a VideoFrame, which the caller closes. `configured(key)`: see `configurationOf`. */
export async function decodePicture(source, track, wanted, configured) {
  let failure = null;
  for (const path of decodingPaths(track, wanted)) {
    try {
      return await decodePath(source, track, path, await configured(path[0]));
    } catch (error) { failure ??= error; }
  }
  throw failure;
}

async function decodePath(source, track, path, { configuration, sets }) {
  const wanted = path.at(-1);
  if (path.length > DECODED) throw new Error(`the key picture before is ${plural(wanted - path[0], "picture")} away`);
  let result = null, failure = null;
  const decoder = new VideoDecoder({
    output(frame) { if (frame.timestamp === wanted && !result) result = frame; else frame.close(); },
    error(error) { failure = error; },
  });
  try {
    decoder.configure(configuration);
    for (const i of path) {
      const sample = await source.range(track.offset[i], track.size[i]);
      // A stream may have its parameter sets once; those that the key picture has come later and count.
      const data = new Uint8Array(await new Blob(sets && i === path[0] ? [sets, sample] : [sample]).arrayBuffer());
      decoder.decode(new EncodedVideoChunk({ type: track.isKey(i) ? "key" : "delta", timestamp: i, data }));
    }
    await decoder.flush();
  } catch (error) { failure ??= error; }
  if (decoder.state !== "closed") decoder.close();
  if (!result) throw new Error(failure?.message ?? "the decoder gives no picture");
  return result;
}

function draw(frame, canvas, width = frame.displayWidth) {
  canvas.width = width;
  canvas.height = Math.max(1, Math.round(width * frame.displayHeight / frame.displayWidth));
  canvas.getContext("2d").drawImage(frame, 0, 0, canvas.width, canvas.height);
}

export function buildPicture(page, host) {
  const { model } = page, canvas = el("canvas", { role: "img", "aria-label": "Decoded picture" }), status = el("p", { role: "status", class: "muted" });
  const strip = el("div", { class: "thumbnails", role: "group", "aria-label": "Key pictures" });
  let configurations = new Map(), isShown = false, drawn = "", run = 0, shown = null;
  const view = page.views.picture = { canvas, strip, status, drawn: -1 };
  const known = (key, track, sample) => {
    if (!configurations.has(key)) configurations.set(key, configurationOf(model.file, track, sample));
    return configurations.get(key);
  };
  const configured = track => async key => {
    const first = await known(track.position, track);
    return first.isOnly ? first : known(`${track.position} ${key}`, track, key);
  };
  // The track of the selection, of the timeline, or the one that was shown; each if it has pictures.
  const chosen = () => [model.selection?.track, shown, model.track, model.file.video].find(track => track?.type === "video" && track.count && model.file.tracks.includes(track)) ?? null;

  const show = async () => {
    const track = shown = chosen();
    if (!isShown || !track) return;
    const sample = model.selection?.track === track && model.selection.sample >= 0 ? model.selection.sample : track.keys[0] ?? 0, name = `${track.position} ${sample}`;
    if (strip.dataset.track !== String(track.position)) thumbnails();
    for (const button of strip.children) button.setAttribute("aria-current", String(Number(button.dataset.sample) === sample));
    if (name === drawn) return;
    const own = ++run;
    fill(status, `Decoding picture ${formatCount(sample)}…`);
    try {
      const frame = await decodePicture(model.file.source, track, sample, configured(track));
      if (own === run) {
        draw(frame, canvas);
        [drawn, view.drawn] = [name, sample];
        const which = model.file.tracks.filter(({ type }) => type === "video").length > 1 ? ` of track ${track.index}` : "";
        fill(status, `${track.typeName(sample)} picture ${formatCount(sample)}${which} at ${sampleTime(track, track.pts[sample])}, ${frame.displayWidth} × ${frame.displayHeight}`);
      }
      frame.close();
    } catch (error) { if (own === run) { canvas.width = 0; [drawn, view.drawn] = ["", -1]; fill(status, `Not shown: ${error.message}`); } }
  };

  const thumbnails = async () => {
    const track = chosen();
    if (!track?.keys.length || strip.dataset.track === String(track.position)) return;
    strip.dataset.track = track.position;
    const step = Math.max(1, track.keys.length / THUMBNAILS), picked = [];
    for (let at = 0; at < track.keys.length && picked.length < THUMBNAILS; at += step) picked.push(track.keys[Math.floor(at)]);
    const small = picked.map(() => el("canvas", { width: 1, height: 1 }));
    fill(strip, picked.map((sample, i) => el("button", { "data-sample": sample, "aria-label": `Key picture ${formatCount(sample)}`, onclick: () => model.selectSample(track, sample, "picture") },
      small[i], sampleTime(track, track.pts[sample]))));
    try {
      for (const [i, sample] of picked.entries()) {
        if (strip.dataset.track !== String(track.position)) return;
        const frame = await decodePicture(model.file.source, track, sample, configured(track));
        draw(frame, small[i], 96);
        frame.close();
      }
    } catch { /* The status says why there is no picture. */ }
  };
  view.thumbnails = thumbnails;

  fill(host, el("div", { class: "picture" }, canvas), status, strip);
  model.on("select", show);
  model.on("order", () => { if (!host.hidden) show(); });
  model.on("file", () => {
    configurations = new Map();
    [drawn, view.drawn, shown] = ["", -1, null];
    delete strip.dataset.track;
    fill(strip);
    if (!host.hidden) show().then(thumbnails);
  });
  return { charts: [], shown() { isShown = true; show().then(thumbnails); } };
}
