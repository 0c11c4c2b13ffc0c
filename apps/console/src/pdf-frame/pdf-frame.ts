import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type RenderTask,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type FromFrame, isFrameKey, type PageView, PDF_PART_FOLDERS, type ToFrame } from './frame-messages.js';
import { isAboutPicture, PICTURE_LEFT_OUT } from './left-out.js';
import { pageLayout } from './page-layout.js';
import styles from './pdf-frame.css?inline';
import PdfWorker from './pdf-worker.ts?worker&inline';

/*
 * The script of pdf-frame.html: shows one page at a time of a PDF that the page around it hands over. The frame has an opaque origin and may
 * connect to nothing, so what a document makes of pdf.js stays in here. Decoders, character maps and fonts that a document needs are
 * asked of the page around it.
 */

/** Pixels of one picture: a page at 600 dots per inch. A larger picture is left out. */
const MAX_PICTURE_PIXELS = 40_000_000;

/** Warnings, of which those about pictures are counted. */
const VERBOSITY = 1;

const tell = (message: FromFrame) => parent.postMessage(message, '*');

let opened: PDFDocumentProxy | null = null;
let view: PageView = { page: 1, zoom: 1 };
/** Of the latest request to draw: an older one gives up. */
let drawing = 0;
let rendering: RenderTask | null = null;
let drawnFor = 0;
/** Whether a picture of the page that is being drawn was left out, and the pages on which one was: pdf.js warns once of each. */
let isLeftOut = false;
const incomplete = new Set<number>();

const warn = console.warn.bind(console);
console.warn = (...words: unknown[]) => {
  if (words.some(isAboutPicture)) isLeftOut = true;
  else warn(...words);
};

const wanted = new Map<string, ((bytes: ArrayBuffer | null) => void)[]>();

/** Asks the page around the frame for what pdf.js has beside its script. */
class PartsOfPage {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const name = `${PDF_PART_FOLDERS[kind as keyof typeof PDF_PART_FOLDERS]}/${filename}`;
    const bytes = await new Promise<ArrayBuffer | null>((resolve) => {
      wanted.set(name, [...(wanted.get(name) ?? []), resolve]);
      tell({ kind: 'needs', name });
    });
    if (bytes === null) throw new Error(`${name} was not found.`);
    return new Uint8Array(bytes.slice(0));
  }
}

const room = () => document.documentElement.clientWidth;

async function open(bytes: ArrayBuffer): Promise<void> {
  const worker = new PdfWorker();
  worker.addEventListener('error', () => tell({ kind: 'failed' }));
  worker.addEventListener('message', ({ data }: MessageEvent<{ readonly kind?: unknown } | null>) => {
    if (data?.kind === PICTURE_LEFT_OUT) isLeftOut = true;
  });
  GlobalWorkerOptions.workerPort = worker;
  opened = await getDocument({
    data: bytes,
    maxImageSize: MAX_PICTURE_PIXELS,
    // The policy of the frame forbids to fetch anything.
    useWorkerFetch: false,
    BinaryDataFactory: PartsOfPage,
    cMapPacked: true,
    // Any text: the names of files alone are asked for. With one for fonts, a font of the system would also be looked for there.
    ...{ cMapUrl: '/', wasmUrl: '/' },
    enableXfa: false,
    verbosity: VERBOSITY,
  } as Parameters<typeof getDocument>[0]).promise;
}

/** Draws the page of the view, with its text as an invisible layer for screen readers and for selecting. */
async function draw(): Promise<void> {
  if (opened === null) return;
  drawing += 1;
  const current = drawing;
  rendering?.cancel();
  drawnFor = room();
  isLeftOut = false;
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
  await rendering.promise;
  if (isLeftOut) incomplete.add(number);
  if (current !== drawing) return;
  const sheet = document.createElement('main');
  sheet.setAttribute('aria-label', `Page ${number}`);
  sheet.style.width = `${viewport.width}px`;
  sheet.style.height = `${viewport.height}px`;
  sheet.style.setProperty('--total-scale-factor', String(scale));
  const text = document.createElement('div');
  text.className = 'text';
  sheet.append(canvas, text);
  document.body.replaceChildren(sheet);
  tell({ kind: 'shown', page: number, pages: opened.numPages, ...(incomplete.has(number) && { leftOut: true }) });
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
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

/** A page that another one replaced before it was drawn is no failure. */
function failUnlessReplaced(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'RenderingCancelledException') tell({ kind: 'failed' });
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
  if (isFrameKey(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) tell({ kind: 'key', key: event.key });
});
tell({ kind: 'ready' });
