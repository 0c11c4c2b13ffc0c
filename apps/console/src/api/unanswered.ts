import { atom, getDefaultStore } from 'jotai';

/** After this time without a word from the server, a request is said to have no answer. */
export const ANSWER_EXPECTED_MS = 3_000;

/**
 * Whether requests, to the API or for code, have waited for that long while the server said nothing. It stays so until the server says
 * something, however the requests end: one that was given up says nothing about the server.
 */
export const unansweredAtom = atom(false);

/** Whether a read on screen waits for what was saved and has not reached the read models yet. Here, because not every page has reads. */
export const behindAtom = atom(false);

/** Whether the server says that what was done, by whomever, reaches the pages late. */
export const lateAtom = atom(false);

/** How many requests wait. */
let waiting = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const acts = new Set<() => unknown>();

const setLate = (isLate: boolean) => getDefaultStore().set(unansweredAtom, isLate);
const expectWord = () => {
  clearTimeout(timer);
  timer = waiting > 0 ? setTimeout(setLate, ANSWER_EXPECTED_MS, true) : undefined;
};

/** The server has said something: it can be reached, however long it works on a request. */
export function heardFromServer(): void {
  setLate(false);
  expectWord();
  for (const act of acts) act();
}

/** Calls back whenever the server has said something. Returns a function that ends this. */
export function onHeard(act: () => unknown): () => void {
  acts.add(act);
  return () => void acts.delete(act);
}

/** Sets `unansweredAtom` while the answer is late. Settles as the answer does. */
export async function watchForAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
  if (waiting++ === 0) expectWord();
  try {
    const answered = await answer;
    waiting -= 1;
    heardFromServer();
    return answered;
  } catch (error) {
    if (--waiting === 0) clearTimeout(timer);
    throw error;
  }
}
