import { atom, getDefaultStore } from 'jotai';

/** After this time a request without an answer is said to have none. */
export const ANSWER_EXPECTED_MS = 3_000;

/** How many requests, to the API and for code, have had no answer for that long. */
export const unansweredAtom = atom(0);

/** Counts the request in `unansweredAtom` while its answer is late. Settles as the answer does. */
export async function watchForAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const count = (change: number) => getDefaultStore().set(unansweredAtom, (before) => before + change);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    count(1);
  }, ANSWER_EXPECTED_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isLate) count(-1);
  }
}
