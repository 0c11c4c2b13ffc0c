/** Pixels of a canvas, on its longer side and in all: what browsers draw without trouble, also on a phone. */
const MAX_CANVAS_SIDE = 8_192;
const MAX_CANVAS_AREA = 16_777_216;
/** CSS pixels of a page on its longer side. */
const MAX_PAGE_SIDE = 30_000;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PageLayout {
  /** CSS pixels per point of the page. */
  readonly scale: number;
  /** Canvas pixels per CSS pixel. */
  readonly ratio: number;
}

/**
 * How to draw a page (in points) so that it is `zoom` times as wide as the room for it (in CSS pixels). However large a page says that it is, its
 * canvas stays within what a browser can draw: it becomes less sharp, and then smaller.
 */
export function pageLayout(page: Size, room: number, zoom: number, devicePixelRatio: number): PageLayout {
  const longer = Math.max(page.width, page.height);
  const scale = Math.min((room / page.width) * zoom, MAX_PAGE_SIDE / longer);
  const [width, height] = [page.width * scale, page.height * scale];
  const ratio = Math.min(
    devicePixelRatio,
    MAX_CANVAS_SIDE / Math.max(width, height),
    Math.sqrt(MAX_CANVAS_AREA / (width * height)),
  );
  return { scale, ratio };
}
