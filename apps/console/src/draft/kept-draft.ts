import { browserNow } from '../api/server-time.js';
import { type Fate, fateIn, NotSent, SavedBefore } from '../api/api-error.js';
import type { Attempt, AttemptKeeper } from '../api/use-command.js';
import { isSpent, loadSaved, saveDraft, type Stamp, stamped, stampOf } from '../session/storage/drafts.js';
import { readStored } from '../session/storage/stored.js';
import { object, parts, type Reader, text } from '../session/storage/stored-values.js';

/** A text, or the values of a form. */
export type Typed = string | object;

/** It is not known whether an earlier text was saved, so another one is not sent yet. */
export class EarlierUnknown extends NotSent {
  constructor(earlier: unknown) {
    super(
      'We do not know yet whether what you sent before was saved, so this was not sent. Please try again in a moment.',
      earlier,
    );
  }
}

/** What was typed and not sent, and the command that may have sent it. */
export interface KeptDraft<T extends Typed, Input> {
  readonly load: () => T | null;
  /** Returns whether the browser stores it. */
  readonly save: (typed: T) => boolean;
  /** Removes it when the person discards it. What was sent is removed by `keeper`. A command without an answer is settled later. */
  readonly clear: () => void;
  /** For `useCommand`: keeps the key of the command until its answer is known, and removes the draft when the command was carried out. */
  readonly keeper: AttemptKeeper<Input>;
  /** The request of a command without an answer; null: there is none. */
  readonly unanswered: () => Input | null;
  /** Asks what became of a command without an answer, and withdraws it if it has not arrived. Null: there is none. */
  readonly settle: () => Promise<Fate | null>;
}

interface Unanswered<Input> extends Attempt<Input>, Stamp {
  /** The draft when it was sent, as JSON. */
  readonly typed: string;
}

interface Place<T extends Typed, Input> {
  readonly storage: Storage;
  readonly place: string;
  /** Reads the draft. Only what it reads is stored. */
  readonly read: Reader<T>;
  /** Sends a command without an answer again, to be told its answer or to withdraw it. */
  readonly ask: (attempt: Attempt<Input>) => Promise<unknown>;
  readonly now?: () => number;
}

/** The place of the command without an answer that belongs to a draft. */
const sentOf = (place: string) => `${place}.sent`;
/** The place of the draft's mark. */
const markOf = (place: string) => `${place}.mark`;

/**
 * A draft has a mark from the first text on, until it was sent, refused or discarded. The key of a command follows from the mark and the
 * request: a browser gives a duplicated tab a copy of what the first one stores, and both of them may send it.
 */
interface Marked extends Stamp {
  readonly mark: string;
}
const marked = parts<Marked>({ ...stamped, mark: text });

/** A UUID for this text (RFC 9562, version 8). */
async function uuidOf(of: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(of)));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * A draft in the browser's storage, with the command that sends it (docs/decisions/0126). A form that stores what is typed does it with
 * this, so that a lost answer is never followed by a second command with the same text, also after a reload.
 */
export function keptDraft<T extends Typed, Input>({
  storage,
  place,
  read,
  ask,
  now = browserNow,
}: Place<T, Input>): KeptDraft<T, Input> {
  const unanswered = parts<Unanswered<Input>>({
    ...stamped,
    key: text,
    typed: text,
    input: object as unknown as Reader<Input>,
  } as never);
  let settling: Promise<Fate | null> | null = null;

  const load = () => loadSaved(storage, place, read, now())?.draft ?? null;
  const typedNow = () => JSON.stringify(load());
  const open = () => {
    const kept = readStored(storage, sentOf(place), unanswered);
    return kept !== null && !isSpent(storage, kept, now()) ? kept : null;
  };
  const mark = () => {
    const kept = readStored(storage, markOf(place), marked);
    if (kept !== null && !isSpent(storage, kept, now())) return kept.mark;
    const made = crypto.randomUUID();
    storage.setItem(markOf(place), JSON.stringify({ ...stampOf(storage, now()), mark: made }));
    return made;
  };
  const end = (isDone: boolean) => {
    const sent = open();
    storage.removeItem(sentOf(place));
    storage.removeItem(markOf(place));
    // What was typed since was not part of the command.
    if (isDone && (sent === null || sent.typed === typedNow())) storage.removeItem(place);
  };
  let answer: unknown = null;
  const settleOpen = async (): Promise<Fate | null> => {
    const sent = open();
    if (sent === null) return null;
    const fate = await ask(sent).then((given) => {
      answer = given;
      return 'done' as const;
    }, fateIn);
    if (fate !== 'unknown') end(fate === 'done');
    return fate;
  };
  const settle = () => (settling ??= settleOpen().finally(() => (settling = null)));

  return {
    load,
    save: (typed) => {
      mark();
      return saveDraft(storage, place, read(typed), now());
    },
    clear: () => {
      storage.removeItem(place);
      storage.removeItem(markOf(place));
    },
    unanswered: () => open()?.input ?? null,
    settle,
    keeper: {
      begin: async (input) => {
        const before = open();
        const fate = await settling;
        const isSame = before !== null && JSON.stringify(before.input) === JSON.stringify(input);
        // The server gives the same key the same answer, unless the command was withdrawn.
        if (isSame && (fate === 'done' || open() !== null)) return { key: before.key, input: before.input };
        if (fate === 'done' || (await settle()) === 'done') throw new SavedBefore(before?.input, answer);
        // The earlier command may still be carried out, so its key is not given up for another.
        const earlier = open();
        if (earlier !== null) throw new EarlierUnknown(earlier.input);
        const attempt = { key: await uuidOf(mark() + JSON.stringify(input)), input };
        storage.setItem(sentOf(place), JSON.stringify({ ...attempt, typed: typedNow(), ...stampOf(storage, now()) }));
        return attempt;
      },
      end,
    },
  };
}
