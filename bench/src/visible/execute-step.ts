import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@throughline/domain';
import { demoOrder } from '../../../apps/worker/src/demo/demo-order.js';
import { Random } from '../../../apps/worker/src/demo/random.js';
import type { Answer, Calls } from '../product/calls.js';
import type { People, Person } from '../product/people.js';
import type { Step } from './working-day.js';

/** The n-th referral of a run. */
export interface Worked {
  readonly n: number;
  readonly submitter: Person;
  readonly order: Order;
  /** Null until it is submitted. */
  id: string | null;
}

export function referralToWork({ referrers }: People, n: number): Worked {
  const submitter = referrers[n % referrers.length]!;
  const referrer = { firstName: 'Ana', lastName: 'Ruiz', email: submitter.email, phone: '5125550100', company: null };
  return { n, submitter, order: demoOrder(new Random(n), referrer, n, new Date()), id: null };
}

/**
 * A task that is not open yet is claimed again, at growing intervals, so as not to load a busy machine further. Milliseconds; the wait
 * counts.
 */
const CLAIM_AGAIN = { first: 50, most: 1_000, giveUpAfter: 30_000 };
/** How often a screen is read again that does not show the change yet. */
const MAX_READS = 40;

/**
 * Executes one step like the person who does it: the command, then the screen that shows it, read at the command's position. Resolves with
 * the time of the command's answer, once the change was seen. Throws if the command is refused or the change is not seen.
 */
export async function executeStep(calls: Calls, people: People, referral: Worked, step: Step): Promise<number> {
  const as =
    step.type === 'submit' ? referral.submitter : people.staff[(referral.n + step.task) % people.staff.length]!;
  const command = commandOf(calls, as, referral, step);
  let answer = await command();
  const since = performance.now();
  for (
    let wait = CLAIM_AGAIN.first;
    step.type === 'claim' && answer.status >= 400;
    wait = Math.min(2 * wait, CLAIM_AGAIN.most)
  ) {
    if (performance.now() - since > CLAIM_AGAIN.giveUpAfter) break;
    await pause(wait);
    answer = await command();
  }
  if (answer.status >= 300 || answer.position === null)
    throw new Error(`${step.type} was answered with ${answer.status} ${answer.body}`);
  const answeredAt = performance.now();
  if (step.type === 'submit') referral.id = (JSON.parse(answer.body) as { data: string }).data;
  const { read, shows } = screenOf(calls, referral.id!, as, step);
  const { position: minPosition } = answer;
  // A read that waited too long for the position returns the rows that it has, and is repeated.
  for (let looks = 1; ; looks++) {
    const seen = await read({ minPosition });
    if (seen.body.includes(shows)) return answeredAt;
    if (looks === MAX_READS) throw new Error(`${step.type} is not to be seen: ${seen.status} ${seen.body}`);
  }
}

function commandOf(calls: Calls, as: Person, { order, id }: Worked, step: Step): () => Promise<Answer> {
  if (step.type === 'submit') return () => calls.call(as, 'POST /referrals/create', { body: order });
  const params = { taskId: `${id}-${step.task}` };
  switch (step.type) {
    case 'claim':
      return () => calls.call(as, 'POST /tasks/{taskId}/claim', { params });
    case 'move': {
      const body = { itemIds: order.items.map((item) => item.id), task: step.next, reason: 'Agreed with the member' };
      return () => calls.call(as, 'POST /tasks/{taskId}/move', { params, body });
    }
    case 'note': {
      const changes = 'Called the member, who asks for a call after 3 p.m.';
      const body = { referralId: id!, elementName: noteOf(step.task), changes, dateTime: new Date().toISOString() };
      return () => calls.call(as, 'POST /history/create', { body });
    }
  }
}

const noteOf = (task: number) => `Call ${task}`;

interface Screen {
  readonly read: (at: { readonly minPosition: number | null }) => Promise<Answer>;
  readonly shows: string;
}

/** The screen that the person looks at, and what must be on it. */
function screenOf(calls: Calls, id: string, as: Person, step: Step): Screen {
  switch (step.type) {
    case 'submit':
      return { read: (at) => calls.call(as, 'GET /referrals', {}, at), shows: id };
    case 'claim': {
      const params = { taskId: `${id}-${step.task}` };
      return { read: (at) => calls.call(as, 'GET /tasks/{taskId}', { params }, at), shows: `"userId":"${as.userId}"` };
    }
    case 'move':
      return {
        read: (at) => calls.call(as, 'GET /referrals/referral/{id}/tasks', { params: { id } }, at),
        shows: step.next,
      };
    case 'note':
      return {
        read: (at) => calls.call(as, 'GET /referrals/referral/{id}', { params: { id } }, at),
        shows: `"${noteOf(step.task)}"`,
      };
  }
}
