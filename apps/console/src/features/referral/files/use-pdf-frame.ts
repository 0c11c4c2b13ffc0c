import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type FrameKey,
  fromFrame,
  type PageView,
  PDF_PARTS_ADDRESS,
  type ToFrame,
} from '../../../pdf-frame/frame-messages.js';
import type { LeftOut } from '../../../pdf-frame/left-out.js';
import { fetchFileContent } from './file-content.js';

/** After this time the preview says that the file takes long and what the person can do. */
const SLOW_AFTER_MS = 10_000;
const CANNOT_BE_SHOWN = 'This file cannot be shown here. It may be damaged: download it by Open to look at it.';

export type PreviewState =
  | { readonly status: 'loading' | 'slow' }
  | { readonly status: 'shown'; readonly pages: number; readonly leftOut: readonly LeftOut[] }
  | { readonly status: 'failed'; readonly message: string };

/** More parts than any document needs. The limit keeps a compromised frame from requesting parts without end. */
const MAX_PARTS = 400;

/**
 * Fetches a part of pdf.js for the frame, which cannot fetch anything itself. Null: it could not be fetched; the page is then shown without
 * it.
 */
async function fetchPart(name: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  try {
    const answer = await fetch(PDF_PARTS_ADDRESS + name, { signal });
    return answer.ok ? await answer.arrayBuffer() : null;
  } catch {
    return null;
  }
}

interface PreviewedFile {
  readonly referralId: string;
  readonly fileId: number;
}

/**
 * Passes a file to the frame that shows PDFs, and returns the state that the frame reports. It works once: another file needs another
 * frame.
 */
export function usePdfFrame({ referralId, fileId }: PreviewedFile, onKey: (key: FrameKey) => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<PreviewState>({ status: 'loading' });
  const follow = useEffectEvent(onKey);

  // The target origin is `*`, because a sandboxed frame has an opaque origin. The page's content security policy permits no other document
  // in the frame than the console's own.
  const send = (message: ToFrame, transfer: Transferable[] = []) =>
    frame.current?.contentWindow?.postMessage(message, '*', transfer);

  useEffect(() => {
    const reading = new AbortController();
    const slow = setTimeout(
      () => setState((before) => (before.status === 'loading' ? { status: 'slow' } : before)),
      SLOW_AFTER_MS,
    );
    const hand = (bytes: ArrayBuffer) => send({ kind: 'open', bytes, view: { page: 1, zoom: 1 } }, [bytes]);
    const fail = (error: unknown) => {
      if (reading.signal.aborted) return;
      setState({ status: 'failed', message: error instanceof Error ? error.message : CANNOT_BE_SHOWN });
    };
    const handed = new Set<string>();
    const handPart = async (name: string) => {
      if (handed.has(name) || handed.size === MAX_PARTS) return;
      handed.add(name);
      const bytes = await fetchPart(name, reading.signal);
      if (!reading.signal.aborted) send({ kind: 'part', name, bytes }, bytes === null ? [] : [bytes]);
    };
    const content = fetchFileContent({ referralId, fileId }, reading.signal);
    content.catch(fail);
    let isReady = false;
    const hear = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const message = fromFrame(data);
      if (message?.kind === 'ready' && !isReady) {
        isReady = true;
        content.then(hand).catch(fail);
      } else if (message?.kind === 'shown') {
        setState({ status: 'shown', pages: message.pages, leftOut: message.leftOut });
      } else if (message?.kind === 'needs') void handPart(message.name);
      else if (message?.kind === 'failed') setState({ status: 'failed', message: CANNOT_BE_SHOWN });
      else if (message?.kind === 'key') follow(message.key);
    };
    window.addEventListener('message', hear);
    return () => {
      reading.abort();
      clearTimeout(slow);
      window.removeEventListener('message', hear);
    };
  }, [referralId, fileId]);

  return { frame, state, show: (view: PageView) => send({ kind: 'show', view }) };
}
