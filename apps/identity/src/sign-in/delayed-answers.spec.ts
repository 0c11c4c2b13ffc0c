import { describe, expect, it } from '@jest/globals';
import { DelayedAnswers } from './delayed-answers.js';

/** These pauses end only when they are aborted. */
const untilGivenUp = (_ms: number, signal: AbortSignal) =>
  new Promise<void>((over) => {
    if (signal.aborted) over();
    else signal.addEventListener('abort', () => over());
  });
const stays = new AbortController().signal;
const quietly = () => undefined;

describe('Delayed answers', () => {
  it('are sent when nobody waits for them any more, and when the process ends', async () => {
    const answers = new DelayedAnswers(untilGivenUp);
    const leaving = new AbortController();
    const left = answers.hold(500, leaving.signal, quietly);
    const held = answers.hold(500, stays, quietly);
    expect(answers.waiting).toBe(2);
    leaving.abort();
    await left;
    expect(answers.waiting).toBe(1);
    answers.close();
    await held;
    await answers.hold(500, stays, quietly);
    expect(answers.waiting).toBe(0);
  });

  it('give a sign of life every few seconds', async () => {
    const waits: (number | string)[] = [];
    const answers = new DelayedAnswers((ms) => Promise.resolve(void waits.push(ms)));
    await answers.hold(10_000, stays, () => waits.push('alive'));
    expect(waits).toEqual(['alive', 4_000, 'alive', 4_000, 'alive', 2_000]);
  });

  it('are limited in number; others are sent at once', async () => {
    const answers = new DelayedAnswers(untilGivenUp, 1);
    const held = answers.hold(500, stays, quietly);
    await answers.hold(500, stays, quietly);
    expect(answers.waiting).toBe(1);
    answers.close();
    await held;
  });
});
