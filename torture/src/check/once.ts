import {
  type AccountEvent,
  type EligibilityEvent,
  FIRST_TASK,
  type FileEvent,
  isCorrection,
  type ItemTaskEvent,
  type ReferralMailEvent,
  type Recorded,
  type ReferralEvent,
} from '@throughline/domain';
import { asksForAccount } from '../../../apps/worker/src/mail/mail-of-order.js';

type KnownEvent = Recorded<
  ReferralEvent | ItemTaskEvent | FileEvent | ReferralMailEvent | AccountEvent | EligibilityEvent
>;

/** The consequences of events, as far as the log has them. */
export interface Consequences {
  /** Referral ids that were submitted. */
  readonly submitted: readonly string[];
  /** How many documents each referral has. */
  readonly documents: ReadonlyMap<string, number>;
  /** How often each referral was corrected, and how many of its corrections its last document contains. */
  readonly corrections: ReadonlyMap<string, number>;
  readonly printed: ReadonlyMap<string, number>;
  /** Referral ids whose referrer should be mailed. */
  readonly mailed: readonly string[];
  /** How often each referral's ID was mailed. */
  readonly mails: ReadonlyMap<string, number>;
  /** Addresses of referrers who were not signed in and want mail: each gets an account. */
  readonly newcomers: ReadonlySet<string>;
  /** How many accounts each address has. */
  readonly accounts: ReadonlyMap<string, number>;
  /** How many first tasks each referral has. */
  readonly firstTasks: ReadonlyMap<string, number>;
  /** How often each uploaded file was judged, by `{referral id}, file {number}`. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** Uploaded files that were refused. */
  readonly refused: readonly string[];
  /** Orders that asked for a benefit. */
  readonly askedForBenefit: readonly string[];
  /** How often each order was told the outcome of its benefit. */
  readonly toldBenefit: ReadonlyMap<string, number>;
  /** The orders that redeemed each benefit, by its stream. */
  readonly redeemedBy: ReadonlyMap<string, readonly string[]>;
  /** By task id: how often its due day came, and whether it is still open and has a due day. */
  readonly timers: ReadonlyMap<string, Timer>;
}

interface Timer {
  readonly dueAt: string | null;
  fired: number;
  open: boolean;
}

export function consequencesOf(events: readonly Recorded[]): Consequences {
  const submitted: string[] = [];
  const documents = new Map<string, number>();
  const mailed: string[] = [];
  const mails = new Map<string, number>();
  const newcomers = new Set<string>();
  const accounts = new Map<string, number>();
  const firstTasks = new Map<string, number>();
  const verdicts = new Map<string, number>();
  const refused: string[] = [];
  const timers = new Map<string, Timer>();
  const corrections = new Map<string, number>();
  const printed = new Map<string, number>();
  const askedForBenefit: string[] = [];
  const toldBenefit = new Map<string, number>();
  const redeemedBy = new Map<string, readonly string[]>();
  for (const event of events as readonly KnownEvent[]) {
    switch (event.type) {
      case 'ReferralSubmitted':
        submitted.push(event.data.referralId);
        if (event.data.order.referralInfo.sendNotificationsFlag) mailed.push(event.data.referralId);
        if (event.data.eligiblePatientId !== undefined) askedForBenefit.push(event.data.referralId);
        if (asksForAccount(event)) newcomers.add(event.data.order.referralInfo.email);
        break;
      case 'BenefitOutcomeTold':
        count(toldBenefit, event.data.referralId);
        break;
      case 'BenefitRedeemed':
        redeemedBy.set(event.stream, [...(redeemedBy.get(event.stream) ?? []), event.data.referralId]);
        break;
      case 'AccountCreated':
        count(accounts, event.data.email);
        break;
      case 'SubmissionPdfGenerated':
        if (event.data.corrections === undefined) count(documents, event.data.referralId);
        else printed.set(event.data.referralId, event.data.corrections);
        break;
      case 'FileUploaded':
        verdicts.set(fileOf(event.data), 0);
        break;
      case 'FileAccepted':
      case 'FileRejectedByScan':
        count(verdicts, fileOf(event.data));
        if (event.type === 'FileRejectedByScan') refused.push(fileOf(event.data));
        break;
      case 'ReferralMailSent':
      case 'ReferralMailWithheld':
        count(mails, event.data.referralId);
        break;
      case 'TaskOpened':
        if (event.metadata.actor.role === 'system' && event.data.task === FIRST_TASK)
          count(firstTasks, event.data.referralId);
        timers.set(event.data.taskId, { dueAt: event.data.dueAt, fired: 0, open: true });
        break;
      case 'TaskPutOnHold':
      case 'TaskResumed': {
        const { taskId, dueAt } = event.data;
        const fired = event.type === 'TaskResumed' && event.data.fellDue ? 1 : 0;
        withTimer(timers, taskId, (timer) => Object.assign(timer, { dueAt, fired }));
        break;
      }
      case 'TaskFellDue':
        withTimer(timers, event.data.taskId, (timer) => (timer.fired += 1));
        break;
      case 'TaskCompleted':
        withTimer(timers, event.data.taskId, (timer) => (timer.open = false));
        break;
      default:
        if (isCorrection(event)) count(corrections, event.data.referralId);
        break;
    }
  }
  return {
    submitted,
    documents,
    mailed,
    mails,
    newcomers,
    accounts,
    firstTasks,
    verdicts,
    refused,
    timers,
    corrections,
    printed,
    askedForBenefit,
    toldBenefit,
    redeemedBy,
  };
}

/** Consequences that are still missing, in words; empty once the system has settled. */
export function pendingConsequences({
  submitted,
  documents,
  mailed,
  mails,
  newcomers,
  accounts,
  firstTasks,
  verdicts,
  timers,
  corrections,
  printed,
  askedForBenefit,
  toldBenefit,
}: Consequences): readonly string[] {
  const lack = (of: ReadonlyMap<string, number>, what: string, asked = submitted) =>
    asked.filter((id) => !of.has(id)).map((id) => `referral ${id} has no ${what}`);
  const waiting = [...timers].filter(([, { dueAt, fired, open }]) => open && dueAt !== null && fired === 0);
  return [
    ...lack(documents, 'PDF'),
    ...lack(mails, 'mail', mailed),
    ...lack(toldBenefit, 'outcome of its benefit', askedForBenefit),
    ...[...newcomers].filter((email) => !accounts.has(email)).map((email) => `${email} has no account`),
    ...lack(firstTasks, 'first task'),
    ...[...verdicts].filter(([, times]) => times === 0).map(([file]) => `referral ${file} was never judged`),
    ...[...corrections].flatMap(([id, times]) =>
      printed.get(id) === times ? [] : [`referral ${id} has no PDF of its ${times} corrections`],
    ),
    ...waiting.map(([taskId, { dueAt }]) => `task ${taskId} was due at ${dueAt} and nothing says so`),
  ];
}

/**
 * Exactly one order for a referral, one document, one mail and one first task for an order, one account for a new referrer, one positive
 * verdict on a file, one order for a benefit that somebody asked for. A task falls due once per due day.
 */
export function checkOnce(events: readonly Recorded[]): readonly string[] {
  const consequences = consequencesOf(events);
  const { submitted, documents, mails, accounts, firstTasks, verdicts, refused, timers } = consequences;
  const { toldBenefit, redeemedBy } = consequences;
  const orders = new Map<string, number>();
  for (const id of submitted) count(orders, id);
  const twice = (of: ReadonlyMap<string, number>, what: string) =>
    [...of].filter(([, times]) => times > 1).map(([id, times]) => `referral ${id} has ${times} ${what}`);
  return [
    ...pendingConsequences(consequences),
    ...twice(orders, 'orders'),
    ...twice(documents, 'PDFs'),
    ...twice(mails, 'mails'),
    ...[...accounts].filter(([, times]) => times > 1).map(([email, times]) => `${email} has ${times} accounts`),
    ...twice(firstTasks, 'first tasks'),
    ...twice(toldBenefit, 'outcomes of its benefit'),
    ...[...redeemedBy]
      .filter(([, orders]) => orders.length > 1)
      .map(([stream, orders]) => `${stream} was redeemed by the orders ${orders.join(' and ')}`),
    ...twice(verdicts, 'verdicts'),
    // Every file that the torture sends is sound: a worker that ends while it checks one proves nothing about the file.
    ...refused.map((file) => `referral ${file} was refused`),
    ...[...timers].filter(([, { fired }]) => fired > 1).map(([id, { fired }]) => `task ${id} fell due ${fired} times`),
  ];
}

const fileOf = ({ referralId, fileId }: { readonly referralId: string; readonly fileId: number }) =>
  `${referralId}, file ${fileId},`;

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function withTimer(timers: Map<string, Timer>, taskId: string, change: (timer: Timer) => void): void {
  const timer = timers.get(taskId);
  if (timer) change(timer);
}
