import { useEffectEvent, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import type { DataRouter } from 'react-router-dom';

/*
 * Back closes what lies on top (docs/promises.md 2.8). While a dialog, a menu, a list or a sheet is open, the browser's history has one more entry of the
 * same address, so that Back reaches the layer and not the page. It is one entry for all open layers: a dialog that opens another one, or takes
 * its place, leaves the history as it is.
 *
 * The router does not know this entry. It gets no event of it, and a navigation leaves the entry first, so that it adds to or replaces the entry
 * of the page itself. An entry whose layer is gone, which a reload or Forward can lead to, is left at once.
 */

/** Something that lies over the page. */
export interface Layer {
  /** The only part of the window that can be used while it is on top; null for a list of a field, which leaves the rest as it is. */
  readonly element: HTMLElement | null;
  /** What Escape does: closes it, asks first, or does nothing. */
  readonly close: () => void;
}

/** Marks the state of the entry. */
const MARK = 'layer';
/** A travel of one entry takes milliseconds. One that the browser never makes must not hold up the next navigation. */
const TRAVEL_LIMIT_MS = 1_000;

type EntryState = Readonly<Record<string, unknown>> & {
  /** The router's own: where in the history the entry is, and which location it shows. */
  readonly idx?: number;
  readonly key?: string;
};

interface Travel {
  readonly arrival: Promise<void>;
  readonly arrive: () => void;
  /** The router is not told: the address is the same. */
  readonly isHidden: boolean;
}

const now = {
  /** The topmost is the last one. */
  layers: [] as readonly Layer[],
  /** The state of the page's entry under the layers. */
  under: {} as EntryState,
  /** Navigations that have not ended. They would leave an entry that is added meanwhile in the middle of the history. */
  navigations: 0,
  travel: null as Travel | null,
};

const entryState = (): EntryState => (window.history.state ?? {}) as EntryState;
const isLayersEntry = () => entryState()[MARK] === true;
const page = () => document.getElementById('root');
const topElement = () => now.layers.findLast(({ element }) => element !== null)?.element ?? null;

/** Puts a layer on top. Returns a function that takes it away. */
export function openLayer(layer: Layer): () => void {
  const { element } = layer;
  // Not before it has the focus: what is inert loses it, and the layer would not know where to return it to.
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

/** Makes Back close the open list of a field. The focus stays in the field, and so does what was typed. */
export function useListLayer(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useLayoutEffect(() => (isOpen ? openLayer({ element: null, close: () => closeNow() }) : undefined), [isOpen]);
}

/** Adds the entry for open layers, or removes it when the last one has closed. */
function settle(): void {
  if (now.travel !== null || now.navigations > 0) return;
  const isOpen = now.layers.length > 0;
  if (isOpen && !isLayersEntry()) {
    now.under = entryState();
    window.history.pushState({ ...now.under, [MARK]: true }, '');
  }
  if (!isOpen && isLayersEntry()) void travel(-1);
}

/** Goes to another entry, by its distance from the current one. */
function travel(distance: number, isHidden = true): Promise<void> {
  const { promise: arrival, resolve } = withResolver();
  const arrive = () => {
    clearTimeout(limit);
    now.travel = null;
    resolve();
    settle();
  };
  const limit = setTimeout(() => {
    if (distance < 0) window.history.replaceState({ ...entryState(), [MARK]: false }, '');
    arrive();
  }, TRAVEL_LIMIT_MS);
  now.travel = { arrival, arrive, isHidden };
  window.history.go(distance);
  return arrival;
}

function withResolver() {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}

function onPopState(event: PopStateEvent): void {
  if (now.travel !== null) {
    if (now.travel.isHidden) event.stopImmediatePropagation();
    return now.travel.arrive();
  }
  const top = now.layers.at(-1);
  if (top === undefined) {
    if (!isLayersEntry()) return;
    event.stopImmediatePropagation();
    // From another page, the router has to show the one that is reached.
    return void travel(-1, false);
  }
  flushSync(top.close);
  const { idx = 0, key } = entryState();
  const { idx: idxUnder = 0, key: keyUnder } = now.under;
  const isUnder = idx === idxUnder && key === keyUnder;
  if (now.layers.length === 0 && !isUnder) return;
  event.stopImmediatePropagation();
  // It asks, or another one lies under it.
  if (now.layers.length > 0) void travel(idx > idxUnder ? idxUnder - idx : idxUnder - idx + 1);
}

// In a page: pure specs load this file too.
if (typeof window !== 'undefined') {
  // Before the router's own.
  window.addEventListener('popstate', onPopState, { capture: true });
  if (isLayersEntry()) void travel(-1, false);
}

/** Has the router navigate from the page's own entry. */
export function navigatingUnderLayers(router: DataRouter): DataRouter {
  const navigate = router.navigate.bind(router) as (...to: readonly unknown[]) => Promise<void>;
  const navigateUnder = async (...to: readonly unknown[]): Promise<void> => {
    now.navigations += 1;
    try {
      while (now.travel !== null || isLayersEntry()) await (now.travel?.arrival ?? travel(-1));
      await navigate(...to);
    } finally {
      now.navigations -= 1;
      settle();
    }
  };
  return Object.assign(router, { navigate: navigateUnder });
}
