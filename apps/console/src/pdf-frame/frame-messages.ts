import { LEFT_OUT, type LeftOut } from './left-out.js';

/** The document of the frame, with its own content security policy (docs/decisions/0044-preview-of-files.md). */
export const PDF_FRAME_ADDRESS = '/pdf-frame.html';

/**
 * What the page sends to the frame. The bytes are transferred, once; a later `show` turns to another page. `part`: a part of pdf.js that the
 * frame asked for; null: it could not be fetched.
 */
export type ToFrame =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly view: PageView }
  | { readonly kind: 'show'; readonly view: PageView }
  | { readonly kind: 'part'; readonly name: string; readonly bytes: ArrayBuffer | null };

/** Folder of the parts of pdf.js that are beside its script: decoders, character maps, fonts. They are public. */
export const PDF_PARTS_ADDRESS = '/pdf-parts/';
/** By the name that pdf.js has for them: a folder there. */
export const PDF_PART_FOLDERS = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' } as const;
const PART_NAME = /^(cmaps\/[\w-]{1,40}\.bcmap|standard_fonts\/[\w-]{1,40}\.(pfb|ttf)|wasm\/\w{1,20}\.wasm)$/;

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
  | { readonly kind: 'shown'; readonly page: number; readonly pages: number; readonly leftOut: readonly LeftOut[] }
  | { readonly kind: 'needs'; readonly name: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'key'; readonly key: FrameKey };

/**
 * A message of the frame; null for anything else. A document that has taken over the frame can send what it likes: the page takes from it no
 * text but names of the portal's own public files, and numbers only as those of pages.
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
