// A list with any number of rows, of which only those on the screen exist.
import { el, fill } from "./text.js";

const LIST_HEIGHT_MAX = 6000000;

/**
 * Options: `name`, `label`, `rowHeight`, `height`, `count()`, `row(i)` (an array of cells, or elements), `pick(i)`, `selected()` (index or -1),
 * and as needed `role` ("grid", "tree"), `attributes(i)` of a row, `key(event, i)` (true if it was handled), `head` (an element above), `scrolls` (keys
 * scroll the list and pick no row).
 */
export class VirtualList {
  constructor(options) {
    Object.assign(this, { options, top: 0, rendered: 0, first: 0 });
    this.spacer = el("div", { class: "spacer-rows" });
    this.rows = el("div", { class: "rows", role: "presentation" });
    this.scroller = el("div", { class: "scroller", tabindex: 0, role: options.role ?? "grid", "aria-label": options.label, "data-list": options.name,
      style: options.height ? `height:${options.height}px` : "" }, this.spacer, this.rows);
    this.element = el("div", { class: `list list-${options.name}` }, options.head, this.scroller);
    this.scroller.addEventListener("scroll", () => this.scrolled());
    this.scroller.addEventListener("wheel", event => this.wheel(event), { passive: false });
    this.scroller.addEventListener("keydown", event => this.key(event));
    this.rows.addEventListener("click", event => {
      const row = event.target.closest("[data-row]");
      if (row) options.pick(Number(row.dataset.row), event);
    });
    new ResizeObserver(() => this.render()).observe(this.scroller);
  }

  get count() { return this.options.count(); }
  get visible() { return Math.max(1, Math.floor(this.scroller.clientHeight / this.options.rowHeight)); }

  /** Pixels of scrolling a row: fewer than the height of a row where a list is higher than browsers allow. */
  get scale() {
    const full = this.count * this.options.rowHeight;
    return full > LIST_HEIGHT_MAX ? (LIST_HEIGHT_MAX - this.scroller.clientHeight) / Math.max(1, this.count - this.visible) : this.options.rowHeight;
  }

  scrolled() {
    const at = this.scroller.scrollTop / this.scale;
    if (Math.abs(at - this.top) * this.scale > 1) this.top = at;
    this.render();
  }

  wheel(event) {
    if (this.scale === this.options.rowHeight || event.ctrlKey) return;
    event.preventDefault();
    this.scrollTo(this.top + event.deltaY / this.options.rowHeight);
  }

  scrollTo(row) {
    this.top = Math.max(0, Math.min(row, this.count - this.visible));
    this.render();
    this.scroller.scrollTop = this.top * this.scale;
  }

  /** Scrolls only as far as needed to show a row. */
  reveal(row) {
    if (row < 0 || !this.scroller.clientHeight) return;
    if (row < Math.ceil(this.top) || row >= Math.floor(this.top) + this.visible - 1) this.scrollTo(row - Math.floor(this.visible / 2));
    else this.scrollTo(this.top);
  }

  key(event) {
    const selected = this.options.selected(), { visible, count } = this;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.options.key?.(event, selected)) { event.preventDefault(); event.stopPropagation(); return; }
    if (this.options.scrolls) {
      const top = { ArrowDown: this.top + 1, ArrowUp: this.top - 1, PageDown: this.top + visible, PageUp: this.top - visible, Home: 0, End: count }[event.key];
      if (top === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.scrollTo(top);
      return;
    }
    const next = { ArrowDown: selected + 1, ArrowUp: selected - 1, PageDown: selected + visible, PageUp: selected - visible, Home: 0, End: count - 1 }[event.key];
    if (next === undefined || !count) return;
    event.preventDefault();
    event.stopPropagation();
    const row = Math.max(0, Math.min(count - 1, next));
    this.options.pick(row, event);
    this.reveal(this.options.selected());
  }

  render() {
    const { options, count, visible } = this;
    if (!this.scroller.clientHeight) return;
    const { rowHeight } = options, full = count * rowHeight;
    this.spacer.style.height = `${Math.min(full, LIST_HEIGHT_MAX)}px`;
    this.top = Math.max(0, Math.min(this.top, count - visible));
    const first = this.first = Math.max(0, Math.floor(this.top)), last = Math.min(count, first + visible + 2), selected = options.selected();
    const made = [];
    for (let i = first; i < last; i++) {
      const more = options.attributes?.(i) ?? {};
      made.push(el("div", { ...more, class: `row ${more.class ?? ""} ${i === selected ? "selected" : ""}`, "data-row": i, "aria-rowindex": i + 1,
        id: `${options.name}-${i}`, role: options.role === "tree" ? "treeitem" : "row", "aria-selected": i === selected ? "true" : "false" },
        options.row(i)));
    }
    fill(this.rows, made);
    this.rendered = made.length;
    const shift = this.scale === rowHeight ? first * rowHeight : this.top * this.scale;
    this.rows.style.transform = `translateY(${shift}px)`;
    this.scroller.setAttribute("aria-rowcount", count);
    if (selected >= first && selected < last) this.scroller.setAttribute("aria-activedescendant", `${options.name}-${selected}`);
    else this.scroller.removeAttribute("aria-activedescendant");
  }
}
