import { LEFT_OUT, type LeftOut } from './left-out.js';

/** The document of the frame, with its own content security policy (docs/decisions/0044-preview-of-files.md). */
export const PDF_FRAME_ADDRESS = '/pdf-frame.html';

/**
 * Messages from the page to the frame. The bytes are transferred once; a later `show` turns to another page. `part` has a part of pdf.js
 * that the frame asked for, or null if it could not be fetched.
 */
export type ToFrame =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly view: PageView }
  | { readonly kind: 'show'; readonly view: PageView }
  | { readonly kind: 'part'; readonly name: string; readonly bytes: ArrayBuffer | null };

/** Folder of the parts of pdf.js besides its script: decoders, character maps, fonts. They are public. */
export const PDF_PARTS_ADDRESS = '/pdf-parts/';
/** The folders of the parts, by the options of pdf.js. */
export const PDF_PART_FOLDERS = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' } as const;
const PART_NAME = /^(cmaps\/[\w-]{1,40}\.bcmap|standard_fonts\/[\w-]{1,40}\.(pfb|ttf)|wasm\/\w{1,20}\.wasm)$/;

export interface PageView {
  /** Counted from 1. */
  readonly page: number;
  /** 1 makes the page as wide as the frame. */
  readonly zoom: number;
}

/** Keys that the page handles while the focus is in the frame. */
const KEYS = ['ArrowLeft', 'ArrowRight', 'Escape'] as const;
export type FrameKey = (typeof KEYS)[number];
export const isFrameKey = (key: unknown): key is FrameKey => KEYS.some((known) => known === key);

/** Messages from the frame to the page. */
export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'shown'; readonly page: number; readonly pages: number; readonly leftOut: readonly LeftOut[] }
  | { readonly kind: 'needs'; readonly name: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'key'; readonly key: FrameKey };

/**
 * Validates a message of the frame; null if it is invalid. A document that has taken over the frame can send anything, so the page accepts
 * only names of the portal's own public files, and numbers only as page numbers.
 */
export function fromFrame(data: unknown): FromFrame | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, page, pages, key, name, leftOut } = data as Readonly<Record<string, unknown>>;
  if (kind === 'ready' || kind === 'failed') return { kind };
  if (kind === 'key') return isFrameKey(key) ? { kind, key } : null;
  if (kind === 'needs') return typeof name === 'string' && PART_NAME.test(name) ? { kind, name } : null;
  if (kind !== 'shown' || !isCount(page) || !isCount(pages) || page > pages) return null;
  return { kind, page, pages, leftOut: Array.isArray(leftOut) ? LEFT_OUT.filter((one) => leftOut.includes(one)) : [] };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
