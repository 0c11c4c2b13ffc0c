import { setTimeout as pause } from 'node:timers/promises';
import type { TaskQueue, TaskQueueRow } from '@throughline/contracts';
import { LAST_TASK } from '@throughline/domain';
import { anOrder } from '../../apps/api/src/testing/an-order.js';
import { DEMO_PEOPLE } from '../../apps/worker/src/demo/demo-people.js';
import { type Answer, ask, isFinal, type Question, type Tokens } from './client.js';
import type { Work } from './plan.js';
import { pdfOf } from './pdf-of.js';
import type { System } from './system.js';

/** After an answer that does not hold, milliseconds: sooner at first, as nobody helps a busy server by asking more often. */
const TRY_AGAIN_MS = { first: 250, most: 2_000 };

/** A command that was sent, and everything that was said to it. */
export interface Asked {
  readonly work: Work;
  readonly path: string;
  /** One, or two of a command that was sent twice; null: none that holds came before the end. */
  readonly answers: readonly (Answer | null)[];
}

export interface Job {
  readonly system: System;
  readonly tokens: Tokens;
  /** Ends the tries for an answer. */
  readonly until: AbortSignal;
  /** Hears of each thing other than an answer that holds, such as `503 service/unavailable`. */
  readonly onTrouble: (what: string) => void;
}

/** What is known of what there is to work on: referrals that were acknowledged, and items that were stopped. */
export class Known {
  readonly referrals: string[] = [];
  /** Where the last of their orders stands: whoever reads, reads at least as far. */
  position = 0;
  readonly stopped: { readonly referralId: string; readonly itemIds: readonly number[] }[] = [];
}

/** Does one thing, however often it has to be asked for; null: there was nothing to do it to. */
export async function carryOut(job: Job, work: Work, known: Known): Promise<Asked | null> {
  const command = await commandOf(job, work, known);
  if (!command) return null;
  const { path, body, file } = command;
  const token = job.tokens.get(work.by) ?? '';
  const question: Question = { method: 'POST', path, token, key: work.key, body, ...(file && { file }) };
  const nodes = work.twice ? [work.node, 1 - work.node] : [work.node];
  const answers = await Promise.all(nodes.map((node) => askUntilAnswered(job, question, node)));
  const [answer] = answers;
  if (answer && answer.status < 300) command.onDone?.(answer);
  return { work, path, answers };
}

interface Command {
  readonly path: string;
  readonly body?: object;
  readonly file?: Buffer;
  readonly onDone?: (answer: Answer) => void;
}

async function commandOf(job: Job, work: Work, known: Known): Promise<Command | null> {
  if (work.kind === 'order') {
    const items = Array.from({ length: work.items }, (_, n) => ({
      itemCategory: 'Custom Item',
      item: `Chair ${n + 1}`,
      qty: 1,
    }));
    const email = DEMO_PEOPLE[work.by].login;
    return {
      path: '/referrals/create',
      body: anOrder({ lastName: work.lastName, email, items }),
      onDone: ({ data, position }) => {
        known.referrals.push(String(data));
        known.position = Math.max(known.position, position ?? 0);
      },
    };
  }
  if (work.kind === 'task' && work.verb !== 'cancel') return onTask(job, work, known);
  const referralId = pickFrom(known.referrals, work.pick);
  if (referralId === undefined) return null;
  switch (work.kind) {
    case 'tracking':
      return {
        path: `/referrals/referral/${referralId}/tracking`,
        body: { itemIds: [1], carrier: 'FedEx', number: work.key.slice(0, 13) },
      };
    case 'upload':
      return {
        path: `/pdf/referral/${referralId}/upload/fileName/${work.key}.pdf?minPosition=${known.position}`,
        file: pdfOf(work.key),
      };
    case 'history':
      return {
        path: '/history/create',
        body: {
          referralId,
          elementName: 'Call',
          changes: `Called about ${work.key}`,
          dateTime: '2026-11-19T16:20:00Z',
        },
      };
    case 'task':
      return { path: '/tasks/cancel-items', body: pickFrom(known.stopped, work.pick) ?? { referralId, itemIds: [1] } };
  }
}

async function onTask(job: Job, work: Work & { readonly kind: 'task' }, known: Known): Promise<Command | null> {
  const tab = work.verb === 'release' || work.pick < 0.4 ? 'mine' : 'unassigned';
  const question = {
    method: 'GET',
    path: `/tasks?tab=${tab}&pageSize=100`,
    token: job.tokens.get(work.by) ?? '',
  } as const;
  const answer = await askUntilAnswered(job, question, work.node);
  const row = pickFrom((answer?.data as TaskQueue | undefined)?.rows ?? [], work.pick);
  return row === undefined ? null : taskCommand(work, row, known);
}

function taskCommand({ verb, next, key }: Work & { readonly kind: 'task' }, row: TaskQueueRow, known: Known): Command {
  const path = `/tasks/${row.taskId}/${verb}`;
  const itemIds = row.items.map(({ id }) => id);
  switch (verb) {
    case 'complete':
      return { path, body: { moves: row.task === LAST_TASK ? [] : [{ itemIds, task: next }] } };
    case 'move':
      return { path, body: { itemIds: itemIds.slice(0, 1), task: next } };
    case 'stop': {
      const stopped = { referralId: row.referralId, itemIds: itemIds.slice(0, 1) };
      const body = { itemIds: stopped.itemIds, reason: `Because of ${key}` };
      return { path, body, onDone: () => known.stopped.push(stopped) };
    }
    default:
      return { path, body: {} };
  }
}

const pickFrom = <Thing>(things: readonly Thing[], pick: number): Thing | undefined =>
  things[Math.floor(pick * things.length)];

/** At one node and the other in turn, under the same key, as often as it takes. */
export async function askUntilAnswered(job: Job, question: Question, firstNode: number): Promise<Answer | null> {
  let wait = TRY_AGAIN_MS.first;
  for (let node = firstNode; ; node = 1 - node) {
    const answer = await ask(job.system.wires[node as 0 | 1].origin, question).catch((error: unknown) => {
      job.onTrouble(error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'connection lost');
      return null;
    });
    if (answer && isFinal(answer)) return answer;
    if (answer) job.onTrouble(`${answer.status} ${answer.code ?? ''}`);
    if (job.until.aborted) return null;
    await pause(wait);
    wait = Math.min(wait * 1.5, TRY_AGAIN_MS.most);
  }
}
