/** The document of the frame, with its own content security policy (docs/decisions/0044-preview-of-files.md). */
export const PDF_FRAME_ADDRESS = '/pdf-frame.html';

/** What the page sends to the frame. The bytes are transferred, once; a later `show` turns to another page. */
export type ToFrame =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly view: PageView }
  | { readonly kind: 'show'; readonly view: PageView };

export interface PageView {
  /** From 1. */
  readonly page: number;
  /** 1: as wide as the frame. */
  readonly zoom: number;
}

/** Keys that the page acts on while the focus is in the frame. */
const KEYS = ['ArrowLeft', 'ArrowRight', 'Escape'] as const;
export type FrameKey = (typeof KEYS)[number];
export const isFrameKey = (key: unknown): key is FrameKey => KEYS.some((known) => known === key);

/** What the frame sends to the page. */
export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'shown'; readonly page: number; readonly pages: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'key'; readonly key: FrameKey };

/**
 * A message of the frame; null for anything else. A document that has taken over the frame can send what it likes: the page takes from it no
 * text, and numbers only as those of pages.
 */
export function fromFrame(data: unknown): FromFrame | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, page, pages, key } = data as Readonly<Record<string, unknown>>;
  if (kind === 'ready' || kind === 'failed') return { kind };
  if (kind === 'key') return isFrameKey(key) ? { kind, key } : null;
  if (kind !== 'shown' || !isCount(page) || !isCount(pages) || page > pages) return null;
  return { kind, page, pages };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
