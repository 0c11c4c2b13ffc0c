import type { Endpoint, RequestOf } from '@throughline/contracts';
import { useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Fate } from '../api/api-error.js';
import { call } from '../api/api.js';
import { siteStorage, tabStorage } from '../session/storage/browser-storage.js';
import { savedAtOf } from '../session/storage/drafts.js';
import { keysUnder } from '../session/storage/stored.js';
import type { Reader } from '../session/storage/stored-values.js';
import { takeLock } from '../session/storage/tab-lock.js';
import { type KeptDraft, keptDraft, type Typed } from './kept-draft.js';

/** How long the form waits for what became of a command without an answer. */
const ASK_TIMEOUT_MS = 3_000;
/** A page that is being reloaded releases its draft within this time. */
const RELEASE_TIMEOUT_MS = 1_000;

export interface OpenDraft<T extends Typed, Input> extends KeptDraft<T, Input> {
  /** What was typed before and not sent. */
  readonly found: T | null;
  /** What became of a command that got no answer; null if there was none. */
  readonly fate: Fate | null;
  /** The request of that command. */
  readonly asked: Input | null;
}

/** An open draft, whatever is typed into its form. */
export interface AnyDraft<Input> extends Omit<OpenDraft<Typed, Input>, 'load' | 'save' | 'found'> {
  readonly load: () => unknown;
  readonly save: (typed: never) => boolean;
  readonly found: unknown;
}

/** Sends an earlier command again, to be told its answer, or to withdraw it. */
export const askFor =
  <E extends Endpoint>(endpoint: E) =>
  ({ key, input }: { readonly key: string; readonly input: RequestOf<E> }) =>
    call(endpoint, input, { idempotencyKey: key, withdraws: true, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });

interface DraftOf<E extends Endpoint, T extends Typed> {
  /** The command that sends what is typed. */
  readonly endpoint: E;
  /** The storage key: it begins with one of the prefixes of drafts and names the person. */
  readonly place: string;
  /** The same function at each render. */
  readonly read: Reader<T>;
}

/**
 * The draft of a form of a signed-in person, for all tabs of the browser; null until it is open. A draft belongs to one form at a time: a
 * second tab has one of its own. Pass it to `CommandDialog`, or its `keeper` to `useCommand`.
 */
export function useDraft<E extends Endpoint, T extends Typed>({ endpoint, place, read }: DraftOf<E, T>) {
  const [opened, setOpened] = useState<OpenDraft<T, RequestOf<E>> | null>(null);
  useEffect(() => {
    const closing = new AbortController();
    const open = async () => {
      const held = await holdPlace({ site: siteStorage, tab: tabStorage }, place, closing.signal);
      const draft = keptDraft<T, RequestOf<E>>({ storage: siteStorage, place: held, read, ask: askFor(endpoint) });
      const asked = draft.unanswered();
      const fate = await draft.settle();
      if (!closing.signal.aborted) setOpened({ ...draft, found: draft.load(), fate, asked });
    };
    void open();
    return () => closing.abort();
  }, [endpoint, place, read]);
  return opened;
}

/** Where a tab remembers which draft it had. */
const heldBy = (place: string) => `throughline.held-draft.${place}`;

/** The key of a draft beside the first, for a further tab. */
const inTab = (place: string, tab: number) => (tab === 0 ? place : `${place}~${tab}`);

/**
 * Reserves a place for a draft until `closing`, and returns its key: of the draft that this tab had before, of the newest that no other tab
 * has open, or of a new one.
 * In a browser without locks all tabs share one draft.
 */
async function holdPlace(
  { site: storage, tab: ofTab }: { readonly site: Storage; readonly tab: Storage },
  place: string,
  closing: AbortSignal,
): Promise<string> {
  const take = async (key: string, options: LockOptions) => {
    const release = await takeLock(key, options);
    if (release === null) return false;
    if (closing.aborted) release();
    else closing.addEventListener('abort', release);
    return true;
  };
  const heldBefore = ofTab.getItem(heldBy(place));
  const orderOf = (key: string) => (key === heldBefore ? Infinity : (savedAtOf(storage, key) ?? 0));
  const drafts = keysUnder(storage, place)
    .filter((key) => /^(~\d+)?$/.test(key.slice(place.length)))
    .sort((one, other) => orderOf(other) - orderOf(one));
  const hold = (key: string) => {
    ofTab.setItem(heldBy(place), key);
    return key;
  };
  for (const key of drafts) {
    // Asked first without a time limit, because a slow computer may take longer than that to answer.
    const isFree = await take(key, { ifAvailable: true });
    if (isFree || (await take(key, { signal: AbortSignal.timeout(RELEASE_TIMEOUT_MS) }))) return hold(key);
  }
  for (let tab = 0; ; tab++) {
    const key = inTab(place, tab);
    if (!drafts.includes(key) && (await take(key, { ifAvailable: true }))) return hold(key);
  }
}

/** Fills a form with its draft, and stores what is typed. Values that are as in the beginning are no draft. */
export function useFormDraft<Values extends FieldValues, Input, Output>(
  form: UseFormReturn<Values, unknown, Output> | undefined,
  draft: AnyDraft<Input> | null | undefined,
): { readonly isUnkept: boolean } {
  const [isUnkept, setUnkept] = useState(false);
  useEffect(() => {
    if (!form || !draft) return;
    const initial = form.formState.defaultValues as Readonly<Record<string, unknown>> | undefined;
    const found = Object.entries((draft.found ?? {}) as Readonly<Record<string, unknown>>);
    for (const [name, value] of found) {
      const typed: unknown = form.getValues(name as Path<Values>);
      // Something may have been typed while the draft was being opened.
      const both = typed === initial?.[name] || typed === value ? value : `${String(value)} ${String(typed)}`;
      form.setValue(name as Path<Values>, both as never, { shouldDirty: true });
    }
    const store = (values: Readonly<Record<string, unknown>>) => {
      const isTyped = Object.entries(values).some(
        ([name, value]) => typeof value === 'string' && value !== (initial?.[name] ?? ''),
      );
      if (isTyped) setUnkept(!draft.save(values as never));
      else draft.clear();
    };
    // What was typed while the draft was being opened.
    if (form.formState.isDirty) store(form.getValues());
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => store(values) });
  }, [form, draft]);
  return { isUnkept };
}
