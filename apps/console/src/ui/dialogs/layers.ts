import { useEffectEvent, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import type { DataRouter } from 'react-router-dom';

/*
 * Back closes the topmost layer (docs/promises.md 2.8). While a dialog, a menu, a list or a sheet is open, the browser's history has one
 * more entry with the same address, so that Back reaches the layer and not the page. All open layers share one entry, so that a dialog that
 * opens or replaces another leaves the history unchanged. The router does not know this entry: it receives no event for it, and a
 * navigation leaves the entry first, so that it adds to or replaces the page's own entry. An entry whose layer is gone, which a reload or
 * Forward can reach, is left immediately.
 */

/** A dialog, menu, list or sheet that is over the page. */
export interface Layer {
  /** The only usable part of the window while this layer is on top; null for the list of a field, which does not disable the rest. */
  readonly element: HTMLElement | null;
  /** The action of Escape: closes the layer, asks first, or does nothing. */
  readonly close: () => void;
}

/** The property of the history state that marks the entry. */
const MARK = 'layer';
/** Going one entry back takes milliseconds. If the browser never does, the next navigation must not wait for ever. */
const TRAVERSAL_TIMEOUT_MS = 1_000;

type EntryState = Readonly<Record<string, unknown>> & {
  /** Properties of the router: the index of the entry in the history, and the location that it shows. */
  readonly idx?: number;
  readonly key?: string;
};

interface Traversal {
  readonly arrival: Promise<void>;
  readonly arrive: () => void;
  /** The event is hidden from the router, because the address does not change. */
  readonly isHidden: boolean;
}

const now = {
  /** The last layer is on top. */
  layers: [] as readonly Layer[],
  /** The state of the page's own entry, below that of the layers. */
  under: {} as EntryState,
  /** The number of running navigations. An entry that is added during one would end up in the middle of the history. */
  navigations: 0,
  pending: null as Traversal | null,
};

const entryState = (): EntryState => (window.history.state ?? {}) as EntryState;
const isLayersEntry = () => entryState()[MARK] === true;
const page = () => document.getElementById('root');
const topElement = () => now.layers.findLast(({ element }) => element !== null)?.element ?? null;

/** Puts a layer on top. Returns a function that removes it. */
export function openLayer(layer: Layer): () => void {
  const { element } = layer;
  // The rest is disabled only when the layer has the focus: an inert element loses the focus, and the layer could not return it.
  const disableRest = () => {
    if (element === null || topElement() !== element) return;
    const others = now.layers.map((other) => other.element);
    for (const rest of [page(), ...others]) rest?.toggleAttribute('inert', rest !== element);
  };
  now.layers = [...now.layers, layer];
  element?.addEventListener('focusin', disableRest);
  if (element?.contains(document.activeElement)) disableRest();
  queueMicrotask(settle);
  return () => {
    element?.removeEventListener('focusin', disableRest);
    now.layers = now.layers.filter((other) => other !== layer);
    if (element !== null) (topElement() ?? page())?.removeAttribute('inert');
    queueMicrotask(settle);
  };
}

/** Makes Back close the open list of a field. The field keeps the focus and what was typed. */
export function useListLayer(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useLayoutEffect(() => (isOpen ? openLayer({ element: null, close: () => closeNow() }) : undefined), [isOpen]);
}

/** Adds the entry when a layer opens, and removes it when the last one has closed. */
function settle(): void {
  if (now.pending !== null || now.navigations > 0) return;
  const isOpen = now.layers.length > 0;
  if (isOpen && !isLayersEntry()) {
    now.under = entryState();
    window.history.pushState({ ...now.under, [MARK]: true }, '');
  }
  if (!isOpen && isLayersEntry()) void traverse(-1);
}

/** Goes to another entry, by its distance from the current one. */
function traverse(distance: number, isHidden = true): Promise<void> {
  const { promise: arrival, resolve } = withResolver();
  const arrive = () => {
    clearTimeout(limit);
    now.pending = null;
    resolve();
    settle();
  };
  const limit = setTimeout(() => {
    if (distance < 0) window.history.replaceState({ ...entryState(), [MARK]: false }, '');
    arrive();
  }, TRAVERSAL_TIMEOUT_MS);
  now.pending = { arrival, arrive, isHidden };
  window.history.go(distance);
  return arrival;
}

function withResolver() {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}

function onPopState(event: PopStateEvent): void {
  if (now.pending !== null) {
    if (now.pending.isHidden) event.stopImmediatePropagation();
    return now.pending.arrive();
  }
  const top = now.layers.at(-1);
  if (top === undefined) {
    if (!isLayersEntry()) return;
    event.stopImmediatePropagation();
    // After a navigation from another page, the router must render the page that is reached.
    return void traverse(-1, false);
  }
  flushSync(top.close);
  const { idx = 0, key } = entryState();
  const { idx: idxUnder = 0, key: keyUnder } = now.under;
  const isUnder = idx === idxUnder && key === keyUnder;
  if (now.layers.length === 0 && !isUnder) return;
  event.stopImmediatePropagation();
  // The layer asks before it closes, or another one is below it.
  if (now.layers.length > 0) void traverse(idx > idxUnder ? idxUnder - idx : idxUnder - idx + 1);
}

// Pure specs load this module without a window.
if (typeof window !== 'undefined') {
  // Registered before the router's own listener.
  window.addEventListener('popstate', onPopState, { capture: true });
  if (isLayersEntry()) void traverse(-1, false);
}

/** Makes the router navigate from the page's own entry. */
export function navigatingUnderLayers(router: DataRouter): DataRouter {
  const navigate = router.navigate.bind(router) as (...to: readonly unknown[]) => Promise<void>;
  const navigateUnder = async (...to: readonly unknown[]): Promise<void> => {
    now.navigations += 1;
    try {
      while (now.pending !== null || isLayersEntry()) await (now.pending?.arrival ?? traverse(-1));
      await navigate(...to);
    } finally {
      now.navigations -= 1;
      settle();
    }
  };
  return Object.assign(router, { navigate: navigateUnder });
}
