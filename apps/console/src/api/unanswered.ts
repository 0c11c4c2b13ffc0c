import { atom, getDefaultStore } from 'jotai';

/** After this time without a word from the server, a request is said to have no answer. */
export const ANSWER_EXPECTED_MS = 3_000;

/** How many requests, to the API and for code, have had no answer for that long, while the server said nothing else either. */
export const unansweredAtom = atom(0);

/** Whether a read on screen waits for what was saved and has not reached the read models yet. Here, because not every page has reads. */
export const behindAtom = atom(false);

/** Whether the server says that what was done, by whomever, reaches the pages late. */
export const lateAtom = atom(false);

/** Each waits from now on: one of a request that has no answer yet. */
const waiting = new Set<() => void>();

/** The server has said something: it can be reached, however long it works on a request. */
export const heardFromServer = (): void => waiting.forEach((wait) => wait());

/** Counts the request in `unansweredAtom` while its answer is late. Settles as the answer does. */
export async function watchForAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const count = (change: number) => getDefaultStore().set(unansweredAtom, (before) => before + change);
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setLate = (late: boolean) => {
    if (late !== isLate) count(late ? 1 : -1);
    isLate = late;
  };
  const wait = () => {
    clearTimeout(timer);
    setLate(false);
    timer = setTimeout(() => setLate(true), ANSWER_EXPECTED_MS);
  };
  waiting.add(wait);
  wait();
  try {
    const answered = await answer;
    heardFromServer();
    return answered;
  } finally {
    waiting.delete(wait);
    clearTimeout(timer);
    setLate(false);
  }
}
