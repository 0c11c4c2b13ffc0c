import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask, type Asking, isFinal, type Question, type Tokens } from './client.js';
import type { Person, Work } from './plan.js';
import type { System } from './system.js';

/** Delays before a command is repeated, which grow so as not to load a busy server. */
const RETRY_DELAY_MS = { first: 250, most: 2_000 };

export interface Job {
  readonly system: System;
  readonly tokens: Tokens;
  /** Aborted when commands are no longer repeated. */
  readonly until: AbortSignal;
  /** Commands that have begun and not ended. */
  readonly open: Set<Work>;
  /** Called for everything except a final answer, with words such as `503 service/unavailable`. */
  readonly onFailure: (what: string) => void;
}

/** What commands can be sent about: everything that was acknowledged. */
export class WorkPool {
  readonly referrals: string[] = [];
  /** Position of the last acknowledged order: reads ask for at least this position. */
  position = 0;
  /** The ids of the outcomes that each person recorded. */
  readonly outcomes = new Map<Person, string[]>();
  readonly stopped: { readonly referralId: string; readonly itemIds: number[] }[] = [];
  readonly recertifications: string[] = [];
}

export interface Command {
  readonly asked: Asking;
  readonly onDone?: (answer: Answer) => void;
}

/** `pick`: at least 0, less than 1. */
export const pickFrom = <Thing>(things: readonly Thing[], pick: number): Thing | undefined =>
  things[Math.floor(pick * things.length)];

/** Sends a request to the two nodes in turn, with the same key, until it has a final answer. */
export async function sendUntilAnswered(job: Job, question: Question, firstNode: number): Promise<Answer | null> {
  let wait = RETRY_DELAY_MS.first;
  for (let node = firstNode; !job.until.aborted; node = 1 - node) {
    const answer = await ask(job.system.wires[node as 0 | 1].origin, question).catch((error: unknown) => {
      job.onFailure(error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'connection lost');
      return null;
    });
    if (answer && isFinal(answer)) return answer;
    if (answer) job.onFailure(`${answer.status} ${answer.code ?? ''}`);
    await pause(wait);
    wait = Math.min(wait * 1.5, RETRY_DELAY_MS.most);
  }
  return null;
}
