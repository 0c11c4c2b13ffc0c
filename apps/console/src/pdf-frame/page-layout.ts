/** Limits of a canvas in pixels, for its longer side and its area. All browsers can draw these, also on phones. */
const MAX_CANVAS_SIDE = 8_192;
const MAX_CANVAS_AREA = 16_777_216;
/** Limits the longer side of a page in CSS pixels. */
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
 * The scale at which a page (in points) is `zoom` times as wide as the room for it (in CSS pixels). For any page size, the canvas stays
 * within the browser's limits: a large page becomes less sharp, and then smaller.
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
