import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@throughline/domain';
import { demoOrder } from '../../../apps/worker/src/demo/demo-order.js';
import { Random } from '../../../apps/worker/src/demo/random.js';
import type { Calls } from '../product/calls.js';
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

/** A task that is not open yet is asked for again after this, in ms; the wait counts. */
const AGAIN_MS = 50;
const TRIES = 40;

/**
 * One step by the person whose it is: the command, then the screen that shows it, read at the command's position. Resolves with the
 * moment of the command's answer, once the change was seen. Throws when it is refused, or not seen.
 */
export async function carryOut(calls: Calls, people: People, referral: Worked, step: Step): Promise<number> {
  const { as, path, body } = commandOf(people, referral, step);
  let answer = await calls.post(as, path, body);
  for (let tries = 1; step.type === 'claim' && answer.status >= 400 && tries < TRIES; tries++) {
    await pause(AGAIN_MS);
    answer = await calls.post(as, path, body);
  }
  if (answer.status >= 300 || answer.position === null)
    throw new Error(`${step.type} was answered with ${answer.status} ${answer.body}`);
  const answeredAt = performance.now();
  if (step.type === 'submit') referral.id = (JSON.parse(answer.body) as { data: string }).data;
  const { screen, shows } = screenOf(referral.id!, as, step);
  // A read that waits in vain answers with what is there: whoever looks for their change looks again.
  for (let looks = 1; ; looks++) {
    const seen = await calls.get(as, `${screen}?minPosition=${answer.position}`);
    if (seen.body.includes(shows)) return answeredAt;
    if (looks === TRIES) throw new Error(`${step.type} is not to be seen: ${seen.status} ${seen.body}`);
  }
}

function commandOf({ staff }: People, { n, submitter, order, id }: Worked, step: Step): Command {
  if (step.type === 'submit') return { as: submitter, path: '/referrals/create', body: order };
  const as = staff[(n + step.task) % staff.length]!;
  const path = `/tasks/${id}-${step.task}/${step.type}`;
  switch (step.type) {
    case 'claim':
      return { as, path, body: {} };
    case 'complete':
      return { as, path, body: { moves: [{ itemIds: order.items.map((item) => item.id), task: step.next }] } };
    case 'note': {
      const changes = 'Called the member, who asks for a call after 3 p.m.';
      const body = { referralId: id, elementName: noteOf(step.task), changes, dateTime: new Date().toISOString() };
      return { as, path: '/history/create', body };
    }
  }
}

interface Command {
  readonly as: Person;
  readonly path: string;
  readonly body: object;
}

const noteOf = (task: number) => `Call ${task}`;

/** Where the person looks, and what they must find there. */
function screenOf(id: string, { userId }: Person, step: Step): { readonly screen: string; readonly shows: string } {
  switch (step.type) {
    case 'submit':
      return { screen: '/referrals', shows: id };
    case 'claim':
      return { screen: `/tasks/${id}-${step.task}`, shows: `"userId":"${userId}"` };
    case 'complete':
      return { screen: `/referrals/referral/${id}/tasks`, shows: step.next };
    case 'note':
      return { screen: `/referrals/referral/${id}`, shows: `"${noteOf(step.task)}"` };
  }
}
