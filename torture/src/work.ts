import {
  type AnswerOf,
  itemsOf,
  type RecertificationDetail,
  type ReferralDetail,
  type TaskQueue,
  type TaskQueueRow,
} from '@throughline/contracts';
import { dayOf, FIRST_TASK, outcomesOf, taskRow } from '@throughline/domain';
import { anOrder } from '../../apps/api/src/testing/an-order.js';
import { aPdf } from '../../apps/worker/src/testing/a-pdf.js';
import { DEMO_PEOPLE } from '../../apps/worker/src/demo/demo-people.js';
import { type Answer, asking, formOf, type Question } from './client.js';
import type { Work } from './plan.js';
import { rewardOf } from './reward.js';
import { type Command, type Job, pickFrom, sendUntilAnswered, type WorkPool } from './send.js';

/** A command that was sent, and its answers. */
export interface SentCommand {
  readonly work: Work;
  readonly path: string;
  /** Two for a command that was sent twice; null: no final answer came before the end. */
  readonly answers: readonly (Answer | null)[];
}

/** Sends one command until it has its answers; null: there was nothing to send it for. */
export async function executeJob(job: Job, work: Work, pool: WorkPool): Promise<SentCommand | null> {
  job.open.add(work);
  return sendCommand(job, work, pool).finally(() => job.open.delete(work));
}

async function sendCommand(job: Job, work: Work, pool: WorkPool): Promise<SentCommand | null> {
  const command = await commandOf(job, work, pool);
  if (!command) return null;
  const token = job.tokens.get(work.by) ?? '';
  const question: Question = { ...command.asked, token, key: work.key };
  const nodes = work.twice ? [work.node, 1 - work.node] : [work.node];
  const answers = await Promise.all(nodes.map((node) => sendUntilAnswered(job, question, node)));
  const [answer] = answers;
  if (answer && answer.status < 300) command.onDone?.(answer);
  return { work, path: question.path, answers };
}

async function commandOf(job: Job, work: Work, pool: WorkPool): Promise<Command | null> {
  if (work.kind === 'order') {
    const items = Array.from({ length: work.items }, (_, n) => ({
      itemCategory: 'Custom Item',
      item: `Chair ${n + 1}`,
      qty: 1,
    }));
    const email = DEMO_PEOPLE[work.by].login;
    return {
      asked: asking('POST /referrals/create', { body: anOrder({ lastName: work.lastName, email, items }) }),
      onDone: ({ data, position }) => {
        pool.referrals.push(String(data));
        pool.position = Math.max(pool.position, position ?? 0);
      },
    };
  }
  if (work.kind === 'reward') return rewardOf(job, work, pool);
  if (work.kind === 'recertification') return ofRecertification(job, work, pool);
  if (work.kind === 'task' && work.verb !== 'cancel') return onTask(job, work, work.verb, pool);
  const referralId = pickFrom(pool.referrals, work.pick);
  if (referralId === undefined) return null;
  switch (work.kind) {
    case 'note': {
      const body = { referralId, noteText: `<p>Because of ${work.key}</p>` };
      return { asked: asking('POST /notes/create', { body }) };
    }
    case 'internal-note': {
      const body = { referralId, note: `<p>Because of ${work.key}</p>` };
      return { asked: asking('POST /internal-notes', { body }) };
    }
    case 'notes-read': {
      const noteIds = [1, 2, 3].map((n) => `${referralId}-${n}`);
      return { asked: asking('POST /notes/read', { body: { referralId, noteIds } }) };
    }
    case 'undo': {
      const outcomeId = pickFrom(pool.outcomes.get(work.by) ?? [], work.pick);
      return outcomeId === undefined
        ? null
        : { asked: asking('POST /tasks/outcomes/{outcomeId}/undo', { params: { outcomeId } }) };
    }
    case 'correction':
      return correctionOf(job, work, referralId, pool);
    case 'tracking': {
      const body = { itemIds: [1], carrier: 'FedEx', number: work.key.slice(0, 13) };
      return { asked: asking('POST /referrals/referral/{id}/tracking', { params: { id: referralId }, body }) };
    }
    case 'upload': {
      const params = { id: referralId, name: `${work.key}.pdf` };
      const upload = { params, form: formOf(pdfOf(work.key)) };
      const { position: minPosition } = pool;
      return { asked: asking('POST /pdf/referral/{id}/upload/fileName/{name}', upload, { minPosition }) };
    }
    case 'history': {
      const changes = `Called about ${work.key}`;
      const body = { referralId, elementName: 'Call', changes, dateTime: '2026-11-19T16:20:00Z' };
      return { asked: asking('POST /history/create', { body }) };
    }
    case 'task': {
      const body = pickFrom(pool.stopped, work.pick) ?? { referralId, itemIds: [1] };
      return { asked: asking('POST /tasks/cancel-items', { body }) };
    }
  }
}

/** A correction of a fact or a quantity, or an added or removed item, against what the person has just read. */
async function correctionOf(
  job: Job,
  work: Work & { readonly pick: number },
  id: string,
  pool: WorkPool,
): Promise<Command | null> {
  const reading = asking('GET /referrals/referral/{id}', { params: { id } }, { minPosition: pool.position });
  const answer = await sendUntilAnswered(job, { ...reading, token: job.tokens.get(work.by) ?? '' }, work.node);
  const read = answer?.data as ReferralDetail | undefined;
  if (!read) return null;
  const parentId = read.corrections ?? 0;
  // The first digits have selected the referral.
  const way = (work.pick * 1_000) % 1;
  if (way < 0.4) {
    const body = { referralId: id, otherInfo: `Because of ${work.key}`, parentId };
    return { asked: asking('POST /referrals/update', { body }) };
  }
  const item = pickFrom(itemsOf(read), way);
  const more = { itemCategory: 'Custom Item', item: `Cane ${work.key}`, qty: 1 };
  const line =
    way < 0.6 || !item ? more : way < 0.8 ? { id: item.id, qty: item.qty + 1 } : { id: item.id, deleted: true };
  return {
    asked: asking('POST /items/update-referral-items/{id}', { params: { id }, body: { items: [line], parentId } }),
  };
}

type RecertificationWork = Work & { readonly kind: 'recertification' };

/** A command on a recertification: they are opened for a few referrals repeatedly, worked on, put on hold, stopped, and taken up again. */
async function ofRecertification(job: Job, work: RecertificationWork, pool: WorkPool): Promise<Command | null> {
  if (work.verb === 'open') return opening(work, pool);
  const id = pickFrom(pool.recertifications, work.pick);
  if (id === undefined) return null;
  const reading = asking('GET /recertifications/{id}', { params: { id } });
  const answer = await sendUntilAnswered(job, { ...reading, token: job.tokens.get(work.by) ?? '' }, work.node);
  const read = answer?.data as RecertificationDetail | undefined;
  const task = read?.tasks.find(({ completedAt }) => completedAt === null);
  if (!task) {
    const body = { referralId: id, itemIds: [1], reason: `Because of ${work.key}` };
    return work.verb === 'take-up' ? { asked: asking('POST /tasks/unstop-items', { body }) } : null;
  }
  if (work.verb === 'take-up') return null;
  if (work.verb === 'hold') {
    const until = dayOf(new Date(Date.now() + 2 * 86_400_000).toISOString());
    const seen = { until: task.onHold?.until ?? null, reason: task.onHold?.reason ?? null };
    const body = { until, reason: `Because of ${work.key}`, seen };
    return { asked: asking('POST /tasks/{taskId}/hold', { params: { taskId: task.taskId }, body }) };
  }
  return taskCommand(work, work.verb, { ...task, referralId: id, items: [{ id: 1 }] }, pool);
}

const RENEWED_REFERRALS = 4;

function opening({ pick, key }: RecertificationWork, pool: WorkPool): Command | null {
  const renews = pickFrom(pool.referrals.slice(0, RENEWED_REFERRALS), pick);
  if (renews === undefined) return null;
  const member = { lastName: 'Diaz', firstName: 'Rosa', DOB: '1950-02-01', phone: '6025550100', state: 'AZ' };
  const taskData = {
    renews,
    itemCategory: 'Incontinence',
    member,
    physician: { lastName: 'Okafor' },
    note: key,
  } as const;
  return {
    asked: asking('POST /tasks', { body: { task: 'Recert Log CMN', taskData } }),
    onDone: ({ data }) => {
      const { taskId } = data as { readonly taskId: string };
      pool.recertifications.push(taskId.slice(0, taskId.lastIndexOf('-')));
    },
  };
}

type TaskWork = Work & { readonly kind: 'task' };
type OnTask = Exclude<TaskWork['verb'], 'cancel'>;

async function onTask(job: Job, work: TaskWork, verb: OnTask, pool: WorkPool): Promise<Command | null> {
  const tab = verb === 'release' || work.pick < 0.4 ? 'mine' : 'unassigned';
  const token = job.tokens.get(work.by) ?? '';
  const question = { ...asking('GET /tasks', { query: { tab, pageSize: 100 } }), token };
  const answer = await sendUntilAnswered(job, question, work.node);
  const row = pickFrom((answer?.data as TaskQueue | undefined)?.rows ?? [], work.pick);
  return row === undefined ? null : taskCommand(work, verb, row, pool);
}

type WorkedTask = Pick<TaskQueueRow, 'taskId' | 'task' | 'referralId'> & { readonly items: readonly { id: number }[] };

function taskCommand(
  { by, key, pick, next = FIRST_TASK }: Pick<TaskWork, 'by' | 'key' | 'pick'> & Partial<Pick<TaskWork, 'next'>>,
  verb: OnTask,
  row: WorkedTask,
  pool: WorkPool,
): Command {
  const params = { taskId: row.taskId };
  const itemIds = row.items.map(({ id }) => id);
  switch (verb) {
    case 'outcome': {
      // A task of a week or more would keep a seed waiting for its due day.
      const outcomes = outcomesOf(row.task).filter(
        ({ leadsTo }) =>
          !(typeof leadsTo === 'object' && 'task' in leadsTo && (taskRow(leadsTo.task).dueDays ?? 0) >= 7),
      );
      const { name: outcome, asksOrderId } = outcomes[Math.floor(pick * outcomes.length)]!;
      const order = asksOrderId && { orderId: `PO-${key.slice(0, 8)}` };
      const body = { outcome, ...order, note: `Because of ${key}` };
      return {
        asked: asking('POST /tasks/{taskId}/outcome', { params, body }),
        onDone: ({ data }) => {
          const { outcomeId } = data as AnswerOf<'POST /tasks/{taskId}/outcome'>;
          pool.outcomes.set(by, [...(pool.outcomes.get(by) ?? []), outcomeId]);
        },
      };
    }
    case 'move':
      return {
        asked: asking('POST /tasks/{taskId}/move', {
          params,
          body: { itemIds: itemIds.slice(0, 1), task: next, reason: `Because of ${key}` },
        }),
      };
    case 'stop': {
      const stopped = { referralId: row.referralId, itemIds: itemIds.slice(0, 1) };
      const body = { itemIds: stopped.itemIds, reason: `Because of ${key}` };
      return {
        asked: asking('POST /tasks/{taskId}/stop', { params, body }),
        onDone: () => pool.stopped.push(stopped),
      };
    }
    default:
      return { asked: asking(`POST /tasks/{taskId}/${verb}`, { params }) };
  }
}

/** The file that is uploaded under this key. No other key has the same bytes. */
export const pdfOf = (key: string): Buffer => aPdf({ more: [`(${key})`] });
