import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type RenderTask,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type FromFrame, isFrameKey, type PageView, PDF_PART_FOLDERS, type ToFrame } from './frame-messages.js';
import { type Annotation, LEFT_OUT, type LeftOut, leftOutOf, type Loss, lossIn, lossOf } from './left-out.js';
import { pageLayout } from './page-layout.js';
import styles from './pdf-frame.css?inline';
import PdfWorker from './pdf-worker.ts?worker&inline';

/*
 * The script of pdf-frame.html: shows one page at a time of a PDF that the surrounding page passes. The frame has an opaque origin and may
 * not connect to anything, so that a document that exploits pdf.js is confined to it. The surrounding page supplies the decoders, character
 * maps and fonts that a document needs.
 */

/** Limits the pixels of one picture to a page at 600 dots per inch. A larger picture is left out. */
const MAX_PICTURE_PIXELS = 40_000_000;

/** The level of warnings and infos, the only reports of pdf.js on what it could not draw. */
const VERBOSITY = 5;

/** The number of pixels that are examined at once. */
const STRIP_PIXELS = 1_000_000;

const send = (message: FromFrame) => parent.postMessage(message, '*');

let opened: PDFDocumentProxy | null = null;
let view: PageView = { page: 1, zoom: 1 };
/** The number of the latest request to draw. Older requests stop. */
let drawing = 0;
let rendering: RenderTask | null = null;
let text: TextLayer | null = null;
let drawnFor = 0;
/**
 * The parts that were left out of each page, which pdf.js reports only once. A report is added to each page that is being drawn, because a
 * replaced page may still be in progress.
 */
const leftOut = new Map<number, Set<LeftOut>>();
const beingDrawn = new Set<number>();
let isFontMissing = false;

function note({ what, isLasting }: Loss): void {
  isFontMissing ||= isLasting;
  for (const page of beingDrawn) leftOut.get(page)?.add(what);
}

for (const level of ['warn', 'info'] as const)
  console[level] = (...words: unknown[]) => {
    const loss = words.map(lossOf).find((one) => one !== null);
    if (loss) note(loss);
  };

const wanted = new Map<string, ((bytes: ArrayBuffer | null) => void)[]>();

/** Requests the parts of pdf.js besides its script from the surrounding page. */
class PartsOfPage {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const name = `${PDF_PART_FOLDERS[kind as keyof typeof PDF_PART_FOLDERS]}/${filename}`;
    const bytes = await new Promise<ArrayBuffer | null>((resolve) => {
      wanted.set(name, [...(wanted.get(name) ?? []), resolve]);
      send({ kind: 'needs', name });
    });
    if (bytes === null) throw new Error(`${name} was not found.`);
    return new Uint8Array(bytes.slice(0));
  }
}

const room = () => document.documentElement.clientWidth;

async function open(bytes: ArrayBuffer): Promise<void> {
  const worker = new PdfWorker();
  worker.addEventListener('error', () => send({ kind: 'failed' }));
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const loss = lossIn(data);
    if (loss !== null) note(loss);
  });
  GlobalWorkerOptions.workerPort = worker;
  opened = await getDocument({
    data: bytes,
    maxImageSize: MAX_PICTURE_PIXELS,
    // The policy of the frame forbids all requests.
    useWorkerFetch: false,
    BinaryDataFactory: PartsOfPage,
    cMapPacked: true,
    // These values only enable the requests, whose file names alone are used. With one for fonts, pdf.js would also look for system fonts
    // there.
    cMapUrl: '/',
    wasmUrl: '/',
    enableXfa: false,
    verbosity: VERBOSITY,
  } as Parameters<typeof getDocument>[0]).promise;
}

/** Whether all pixels have one colour. */
function isBlank({ width, height }: HTMLCanvasElement, context: CanvasRenderingContext2D): boolean {
  const rows = Math.max(1, Math.floor(STRIP_PIXELS / width));
  let first: number | undefined;
  for (let top = 0; top < height; top += rows) {
    const pixels = new Uint32Array(context.getImageData(0, top, width, Math.min(rows, height - top)).data.buffer);
    first ??= pixels[0];
    if (pixels.some((pixel) => pixel !== first)) return false;
  }
  return true;
}

/** Draws the page of the view, with its text as an invisible layer for screen readers and for selection. */
async function draw(): Promise<void> {
  if (opened === null) return;
  drawing += 1;
  const current = drawing;
  rendering?.cancel();
  drawnFor = room();
  text?.cancel();
  const number = Math.min(Math.max(1, view.page), opened.numPages);
  const page = await opened.getPage(number);
  const { scale, ratio } = pageLayout(page.getViewport({ scale: 1 }), drawnFor, view.zoom, devicePixelRatio);
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width * ratio));
  canvas.height = Math.max(1, Math.floor(viewport.height * ratio));
  canvas.setAttribute('aria-hidden', 'true');
  rendering = page.render({
    canvas,
    viewport,
    transform: [ratio, 0, 0, ratio, 0, 0],
    annotationMode: AnnotationMode.ENABLE,
  });
  const missing = leftOut.get(number) ?? new Set();
  leftOut.set(number, missing);
  beingDrawn.add(number);
  await rendering.promise;
  if (current !== drawing) return;
  beingDrawn.clear();
  for (const annotation of await page.getAnnotations({ intent: 'display' })) {
    const what = leftOutOf(annotation as Annotation);
    if (what !== null) missing.add(what);
  }
  if (isFontMissing) missing.add('part');
  if (isBlank(canvas, canvas.getContext('2d')!)) missing.add('all');
  if (current !== drawing) return;
  const sheet = document.createElement('main');
  sheet.setAttribute('aria-label', `Page ${number}`);
  sheet.style.width = `${viewport.width}px`;
  sheet.style.height = `${viewport.height}px`;
  sheet.style.setProperty('--total-scale-factor', String(scale));
  const container = document.createElement('div');
  container.className = 'text';
  sheet.append(canvas, container);
  document.body.replaceChildren(sheet);
  send({ kind: 'shown', page: number, pages: opened.numPages, leftOut: LEFT_OUT.filter((one) => missing.has(one)) });
  text = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
  await text.render();
}

async function follow(message: ToFrame): Promise<void> {
  if (message.kind === 'part') {
    for (const resolve of wanted.get(message.name) ?? []) resolve(message.bytes);
    wanted.delete(message.name);
    return;
  }
  const turned = message.view.page !== view.page;
  view = message.view;
  if (message.kind === 'open') await open(message.bytes);
  await draw();
  if (turned) scrollTo(0, 0);
}

/** A page that was replaced before it was drawn is not a failure. */
function failUnlessReplaced(error: unknown): void {
  const isReplaced = error instanceof Error && ['RenderingCancelledException', 'AbortException'].includes(error.name);
  if (!isReplaced) send({ kind: 'failed' });
}

const sheets = new CSSStyleSheet();
sheets.replaceSync(styles);
document.adoptedStyleSheets = [sheets];

addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
  if (source === parent) follow(data).catch(failUnlessReplaced);
});
addEventListener('resize', () => {
  if (room() !== drawnFor) draw().catch(failUnlessReplaced);
});
addEventListener('keydown', (event) => {
  if (isFrameKey(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) send({ kind: 'key', key: event.key });
});
send({ kind: 'ready' });
