// Text and elements: the only place where strings from a file become part of the page.

/** `value` as text in which control, format (bidi, zero width) and unassigned characters show as ‹U+XXXX›, cut after `max` characters. */
export function visibleText(value, max = 600) {
  const text = String(value);
  const cut = text.length > max ? text.slice(0, max).toWellFormed?.() ?? text.slice(0, max) : text;
  const shown = cut
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, c => "‹U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "›")
    .replace(/(\p{M}{3})\p{M}+/gu, "$1…");
  return text.length > max ? shown + `… (${formatCount(text.length)} characters)` : shown;
}

/** An element. Strings among `children` and in attributes go through `visibleText`; `on…` are listeners. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else made.setAttribute(name, value === true ? "" : visibleText(value));
  }
  append(made, children);
  return made;
}

function append(parent, children) {
  for (const child of children.flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(visibleText(child)));
  }
}

/** Replaces what is in `parent`. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
  return parent;
}

const countFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** A number with separators between thousands. */
export function formatCount(n) {
  return countFormat.format(n);
}

/** `n` of something: the noun takes an s unless there is one. */
export function plural(n, noun) {
  return `${formatCount(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** More than six digits: all of them, in the smallest unit. */
function scaled(n, step, units, digits) {
  if (digits > 6) return `${formatCount(Math.round(n))} ${units[0]}`.replace("-", "−");
  let unit = 0;
  let value = n;
  while (Math.abs(value) >= step * 0.9995 && unit < units.length - 1) { value /= step; unit++; }
  return `${unit === 0 && Number.isInteger(n) ? formatCount(n) : Number(value.toPrecision(digits))} ${units[unit]}`.replace("-", "−");
}

/** Bytes with a binary unit. */
export function formatBytes(n, digits = 3) {
  return scaled(n, 1024, ["B", "KiB", "MiB", "GiB", "TiB"], digits);
}

/** Bits with a decimal unit. */
export function formatBits(n, digits = 3) {
  return scaled(n, 1000, ["bit", "kbit", "Mbit", "Gbit"], digits);
}

/** Bits a second with a decimal unit. */
export function formatRate(n, digits = 3) {
  return scaled(n, 1000, ["bit/s", "kbit/s", "Mbit/s", "Gbit/s"], digits);
}

/** Seconds as h:mm:ss with `digits` decimals; below a minute with the unit s. */
export function formatTime(seconds, digits = 3) {
  if (!Number.isFinite(seconds)) return "unknown";
  const sign = seconds < 0 ? "−" : "";
  const rounded = Number(Math.abs(seconds).toFixed(digits));
  if (rounded < 60) return `${sign}${Number(rounded.toFixed(digits))} s`;
  const whole = Math.floor(rounded);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  const fraction = digits > 0 ? (rounded - whole).toFixed(digits).slice(1).replace(/\.?0+$/, "") : "";
  return sign + parts.map((p, i) => (i ? String(p).padStart(2, "0") : String(p))).join(":") + fraction;
}

/** Seconds in milliseconds, with the sign. */
export function formatMilliseconds(seconds) {
  const value = Number((seconds * 1000).toFixed(3)) || 0;
  return `${formatCount(value).replace("-", "−")} ms`;
}

/** An offset in hexadecimal. */
export function formatOffset(n) {
  return "0x" + Math.max(0, Math.floor(n)).toString(16).toUpperCase();
}

/** Puts text on the clipboard, if there is any; says so on the button. `text` may be a function, which may wait. */
export function copyButton(text, label = "Copy") {
  const button = el("button", { class: "small", onclick: async event => {
    event.stopPropagation();
    const value = typeof text === "function" ? await text() : text;
    if (value) try {
      await navigator.clipboard.writeText(value);
    } catch {
      const area = el("textarea", { class: "offscreen" });
      area.value = value;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    button.textContent = value ? "Copied" : "Nothing to copy";
    setTimeout(() => { button.textContent = label; }, 1200);
  } }, label);
  return button;
}

/** Saves `text` as a file. */
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a");
  link.href = address;
  link.download = name.replace(/[^\w.-]+/g, "_");
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Rows as CSV (RFC 4180). Numbers have at most six decimals, as those of `packets` have. Text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvText(header, rows) {
  const cell = value => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return String(Number(value.toFixed(6)));
    const text = /^[=+\-@\t\r]/.test(value) ? "'" + value : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [header.map(cell).join(",")];
  for (const row of rows) lines.push(row.map(cell).join(","));
  return lines.join("\r\n") + "\r\n";
}
