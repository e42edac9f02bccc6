// The overview: verdict, key figures, tracks, metadata.
import { el, fill, formatBytes, formatCount, formatRate, formatTime, formatOffset, plural, copyButton } from "./text.js";
import { absence } from "./samples.js";
import { bitRateChart } from "./timeline.js";

const VERDICTS = {
  clean: ["✓", "No findings"], note: ["i", "Notes only"], warning: ["!", "Warnings"], error: ["✕", "Errors"], unreadable: ["✕", "Unreadable"],
};

/** Builds the view into `host`. */
export function buildOverview(page, host) {
  const { model } = page, rate = bitRateChart(page, "overview-bitrate");
  const top = el("div", { class: "overview" });
  fill(host, top);
  const build = () => {
    rate.element.hidden = !model.file.isTimed;
    fill(top, el("div", { class: "columns" }, verdictCard(page), figuresCard(page)), rate.element, tracksCard(page), itemsCard(page), metadataCard(page));
    rate.invalidate();
  };
  build();
  model.on("file", build);
  model.on("window", () => rate.invalidate());
  return { charts: [rate], shown: () => rate.invalidate() };
}

function card(title, ...content) {
  return el("section", { class: "card" }, el("h2", {}, title), content);
}

function verdictCard(page) {
  const { facts, findings } = page.model.file, check = facts.check;
  const damage = [facts.refusal, ...(facts.findings ?? [])].filter(Boolean);
  const damages = damage.map(text => el("p", { class: "finding-title sev-error" }, text));
  if (!check) return card("Check", damages.length ? damages : el("p", {}, absence(page.model.file, "This file was not checked.")));
  const [sign, word] = VERDICTS[check.verdict] ?? VERDICTS.unreadable;
  const counts = [["errors", "error"], ["warnings", "warning"], ["notes", "note"]].filter(([key]) => check[key]).map(([key, noun]) => plural(check[key], noun));
  const hidden = (check.hidden ?? []).map(rule => el("li", { class: "muted" }, `${plural(rule.count, "more finding")} of ${rule.rule}`));
  return card("Check",
    el("p", { class: `verdict sev-${check.verdict}` }, el("span", { class: "sign", "aria-hidden": "true" }, sign), el("strong", {}, word), counts.length ? el("span", {}, counts.join(", ")) : null),
    check.refusal && check.refusal !== facts.refusal ? el("p", {}, check.refusal) : null, damages,
    findings.length || hidden.length ? el("ol", { class: "findings" }, findings.map(finding => findingItem(page, finding)), hidden) : null);
}

function findingItem(page, finding) {
  const { model } = page;
  const track = model.file.tracks.find(candidate => candidate.index === finding.track && finding.sample < candidate.count);
  // The check knows the time in the media, and not where an edit list presents it.
  const seconds = track?.isTimed && finding.sample >= 0 ? track.pts[finding.sample] : finding.seconds;
  const places = [];
  if (track && finding.sample >= 0) places.push(el("button", { class: "small", onclick: () => page.go("timeline", () => {
    model.setTrack(track); model.selectSample(track, finding.sample, "finding"); model.reveal(); }) }, `Show sample ${formatCount(finding.sample)}`));
  if (finding.offset !== undefined) places.push(el("button", { class: "small", onclick: () => page.go("tree", () => model.selectByte(finding.offset, "finding")) },
    `Show byte ${formatOffset(finding.offset)}`));
  return el("li", {},
    el("p", { class: `finding-title sev-${finding.severity}` }, el("span", { class: "badge" }, finding.severity), finding.title),
    el("p", {}, finding.message),
    el("p", { class: "muted" }, [finding.path, seconds !== undefined ? `at ${formatTime(seconds)}` : null, finding.rule, finding.clause].filter(Boolean).join(" · ")),
    finding.remedy ? el("p", {}, el("b", {}, "Remedy: "), finding.remedy) : null,
    finding.command ? el("p", { class: "command" }, el("code", {}, finding.command), copyButton(finding.command)) : null,
    places.length ? el("p", { class: "no-print" }, places) : null);
}

const PLURAL_ROLES = { "part of a picture": "parts of a picture", metadata: "metadata" };

/** Names and values of the file as a whole. */
export function keyFigures(file) {
  const { facts, video, audio } = file, format = facts.info?.format ?? {}, rows = [];
  const container = [format.container ?? facts.format ?? "unknown", format.major_brand ? `brand ${format.major_brand}` : null,
    format.fragmented ? "fragmented" : null, format.faststart === true ? "fast start" : format.faststart === false ? "moov after mdat" : null];
  rows.push(["Format", container.filter(Boolean).join(", ")], ["Size", `${formatBytes(file.size)} (${formatCount(file.size)} B)`]);
  const seconds = format.duration ? format.duration.milliseconds / 1000 : file.isTimed ? file.end - file.start : NaN;
  if (seconds > 0) rows.push(["Duration", formatTime(seconds)], ["Bit rate", formatRate(file.size * 8 / seconds)]);
  const { encryption } = format, items = facts.info?.items ?? [];
  if (encryption) rows.push(["Encrypted", [encryption.schemes, encryption.systems].map(names => (names ?? []).join(", ")).filter(Boolean).join(": ") + (encryption.key_ids?.length > 1 ? `, ${plural(encryption.key_ids.length, "key")}` : "")]);
  if (items.length) {
    const roles = new Map();
    for (const { role } of items) roles.set(role, (roles.get(role) ?? 0) + 1);
    rows.push(["Items", [...roles].map(([role, count]) => count === 1 ? `1 ${role}` : `${formatCount(count)} ${PLURAL_ROLES[role] ?? `${role}s`}`).join(", ")]);
  }
  if (video) rows.push(...videoFigures(video, described(file, video).frame_rate));
  if (audio) rows.push(["Audio", `${plural(audio.count, "frame")}, ${formatBytes(audio.total)}`]);
  if (video && audio && video.isTimed && audio.isTimed) rows.push(["Audio starts", audio.presentedStart === video.presentedStart ? "with video" : `${formatTime(Math.abs(audio.presentedStart - video.presentedStart))} ${audio.presentedStart < video.presentedStart ? "before" : "after"} video`]);
  return rows;
}

/** What `info` says of a track. */
export function described(file, track) { return file.facts.info?.tracks?.find(candidate => candidate.index === track.index) ?? {}; }

/** The rate as `info` states it, a mean where intervals vary; else that of the times. */
function pictureRate(video, stated) {
  const [numerator, denominator = 1] = (stated?.ratio ?? "").split("/").map(Number), exact = numerator / denominator;
  const { display } = video.times, mean = (video.count - 1) / (display[video.count - 1] - display[0]);
  const isEven = Math.abs(mean * video.interval - 1) < 0.01 || !(mean > 0);
  const rate = exact > 0 ? exact : isEven ? 1 / video.interval : mean;
  return `${formatCount(Number(rate.toPrecision(5)))} /s${exact > 0 && !Number.isInteger(exact) ? ` (${stated.ratio})` : ""}${(exact > 0 ? stated.average : !isEven) ? " on average, it varies" : ""}`;
}

function videoFigures(video, stated) {
  const rows = [], counts = { I: 0, P: 0, B: 0 };
  let reordering = 0, biggest = 0;
  for (let i = 0; i < video.count; i++) {
    const type = (video.flags[i] >> 2) & 3;
    if (type) counts["IPB"[type - 1]]++;
    reordering = Math.max(reordering, i - video.rank[i], video.rank[i] - i);
    if (video.size[i] > video.size[biggest]) biggest = i;
  }
  const types = Object.entries(counts).filter(([, count]) => count).map(([type, count]) => `${formatCount(count)} ${type}`).join(", ");
  rows.push(["Pictures", `${formatCount(video.count)}${types ? `: ${types}` : ""}`]);
  if (video.isTimed && (video.hasInterval || stated)) rows.push(["Picture rate", pictureRate(video, stated)]);
  if (video.groupCount) {
    let longest = 0, open = 0;
    for (let group = 0; group < video.groupCount; group++) {
      const [start, end] = video.groupRange(group);
      longest = Math.max(longest, end - start);
      if (video.isOpen(start)) open++;
    }
    rows.push(["Groups of pictures", `${formatCount(video.groupCount)}: mean ${formatCount(Number((video.count / video.groupCount).toFixed(1)))}, longest ${plural(longest, "picture")}${open ? `, ${formatCount(open)} open` : ""}${video.firstGroup ? ", the first without a key picture" : ""}`]);
  } else rows.push(["Groups of pictures", "no key picture"]);
  rows.push(["Largest picture", `${formatBytes(video.size[biggest])}: ${formatCount(biggest)} (${video.typeName(biggest)})`],
    ["Reordering", reordering ? `up to ${plural(reordering, "place")}` : "none"]);
  return rows;
}

/** A list of names and values. */
export function definitions(rows) {
  return el("dl", {}, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

function figuresCard(page) {
  const { file } = page.model, rows = keyFigures(file);
  return card("Key figures", definitions(rows), el("p", { class: "no-print" }, copyButton(() => rows.map(row => row.join(": ")).join("\n"), "Copy figures")));
}

function tracksCard(page) {
  const { file } = page.model, described = file.facts.info?.tracks ?? [];
  const rows = file.tracks.map((track, i) => {
    const info = described.find(candidate => candidate.index === track.index) ?? described[i] ?? {};
    const total = file.facts.totals?.find(candidate => candidate.track === track.index);
    const picture = info.picture ?? track.facts, sound = info.sound ?? track.facts;
    const form = [picture.width ? `${picture.width} × ${picture.height}` : null, info.frame_rate ? `${info.frame_rate.ratio} /s` : null,
      info.format?.chroma, info.format?.bit_depth ? `${info.format.bit_depth} bit` : null,
      sound.sample_rate ? `${formatCount(sound.sample_rate)} Hz` : null, sound.channels ? plural(sound.channels, "channel") : null,
      info.encrypted ? `encrypted${info.key_id ? `, key ${info.key_id}` : ""}` : null].filter(Boolean).join(", ");
    return el("tr", {}, [String(track.index), el("span", { class: "type", style: `color:var(--${page.trackKey(track)})` }, track.type),
      codecWords(info, track.facts.codec), codecString(track.facts.codec_string ?? info.codec_string), form,
      `${formatCount(track.count)}${total?.omitted ? ` (+${formatCount(total.omitted)} omitted)` : ""}`, formatBytes(track.total),
      track.meanRate > 0 ? formatRate(track.meanRate) : "–", info.language ?? "–"].map(cell => el("td", {}, cell)));
  });
  const names = ["#", "Kind", "Codec", "Codec string", "Format", "Samples", "Size", "Bit rate", "Language"];
  return card("Tracks", rows.length ? el("div", { class: "scroll-x" }, el("table", { class: "tracks" }, el("thead", {}, el("tr", {}, names.map(name => el("th", { scope: "col" }, name)))), el("tbody", {}, rows))) : el("p", {}, absence(file, "No tracks.")));
}

function codecWords(info, codec) {
  return [info.profile?.startsWith(info.codec) ? "" : info.codec ?? codec ?? "", info.profile ? ` ${info.profile}` : "", info.level ? ` @ ${info.level}` : ""];
}

function codecString(name) { return name ? [el("code", {}, name), " ", copyButton(name)] : "–"; }

const ITEMS_SHOWN = 200;

/** Pictures and other items of a file such as HEIC or AVIF. */
function itemsCard(page) {
  const items = page.model.file.facts.info?.items ?? [];
  if (!items.length) return null;
  const rows = items.slice(0, ITEMS_SHOWN).map(item => {
    const { id, role, name, type, hidden, picture, format, targets, bytes } = item;
    const form = [picture?.width ? `${picture.width} × ${picture.height}` : null, format?.chroma, format?.bit_depth ? `${format.bit_depth} bit` : null, item.auxiliary_type, targets?.length ? `of item ${targets.join(", ")}` : null].filter(Boolean).join(", ");
    return el("tr", {}, [String(id), [role ?? type ?? "", hidden ? ", hidden" : "", name ? `: ${name}` : ""], codecWords(item, type), codecString(item.codec_string), form, bytes === undefined ? "–" : formatBytes(bytes)].map(cell => el("td", {}, cell)));
  });
  return card("Items", el("div", { class: "scroll-x" }, el("table", { class: "tracks" }, el("thead", {}, el("tr", {}, ["ID", "Role", "Codec", "Codec string", "Format", "Size"].map(name => el("th", { scope: "col" }, name)))), el("tbody", {}, rows))),
    items.length > ITEMS_SHOWN ? el("p", { class: "muted" }, `${formatCount(items.length - ITEMS_SHOWN)} more`) : null);
}

function metadataCard(page) {
  const entries = Object.entries(page.model.file.facts.info?.metadata ?? {});
  return entries.length ? card("Metadata", definitions(entries)) : null;
}
