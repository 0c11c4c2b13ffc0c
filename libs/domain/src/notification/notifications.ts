import type { ItemTaskEvent } from '../item-task/item-task.events.js';
import { pathTo } from '../kernel/page-paths.js';
import { isRecertificationId } from '../kernel/terms.js';
import { stepOfItem, type TrackedItem } from '../item-task/catalogue/steppers.js';
import { type ContactParty, STEPS, STOPPED_STEPS, type TaskName } from '../item-task/catalogue/task-catalogue.js';
import type { Recorded } from '../kernel/event.js';
import type { InternalNoteEvent, NoteEvent } from '../note/note.events.js';
import type { MailKind } from '../account/notification-settings.js';

/** Events that may notify people. */
export type NotifyingEvent = Recorded<ItemTaskEvent | NoteEvent | InternalNoteEvent>;

/** The facts about a case, just after the event, that the rules read. */
export interface NotifyingReferral {
  readonly referralId: string;
  readonly submitterUserId: string | null;
  /** Who holds its open tasks. */
  readonly holders: readonly string[];
  /** The steps that items reached by the command of the event. */
  readonly reached: readonly string[];
  /** Who wrote the note that the event replies to; null: it is no reply, or the author is not one of the provider's staff. */
  readonly repliedTo: string | null;
  /** The name of the task with this id. */
  readonly taskOf: (taskId: string) => TaskName | null;
  /** The task whose page shows what happens to a recertification; null for a referral, which has a page of its own. */
  readonly pageTaskId: string | null;
}

/** What a notification contains, besides the referral. It names no person, and has no text of a note. */
export interface NotificationFacts {
  readonly referralId: string;
  readonly noteId?: string;
  readonly taskId?: string;
  readonly task?: TaskName | null;
  readonly steps?: readonly string[];
  /** The number of a contact attempt, and whom it was to reach. */
  readonly attempt?: { readonly number: number; readonly party: ContactParty };
  /** The note only informs: see `NoteWritten`. */
  readonly informsOnly?: true;
}

interface NotificationRule {
  /** Who may read it. A person who no longer belongs to these readers is not shown the notification. */
  readonly reader: 'submitter' | 'staff';
  /** The people whom the event concerns. `notificationsOf` leaves out the person who caused it. */
  readonly whom: (event: NotifyingEvent, referral: NotifyingReferral) => readonly (string | null)[];
  /** Which notifications are shown as one: those that one request caused, or those of one referral that are all read or all unread. */
  readonly together?: 'of-request' | 'of-referral';
  /** Whether it only tells that the work goes on, and the reader need not do anything about it; absent: never, unless it is of a note that only informs. */
  readonly isRoutine?: (facts: NotificationFacts) => boolean;
  /** A sentence without a full stop. `count`: how many notifications are shown as one. */
  readonly words: (facts: NotificationFacts, count: number) => string;
  /** The address in the console that the notification opens. */
  readonly path: (facts: NotificationFacts, count: number) => string;
  /** The setting that decides whether it is mailed as well; absent: it never is. */
  readonly mail?: (facts: NotificationFacts) => MailKind;
}

/** The case with its id, such as `referral 123`. */
const caseOf = ({ referralId }: NotificationFacts) =>
  `${isRecertificationId(referralId) ? 'recertification' : 'referral'} ${referralId}`;
const pathOfTask = ({ referralId, taskId = `${referralId}-1` }: NotificationFacts) => pathTo.task(taskId);
const notesOf = (facts: NotificationFacts) =>
  isRecertificationId(facts.referralId) ? `${pathOfTask(facts)}?notes=true` : `${pathOfReferral(facts)}?tab=notes`;
/** The bell reads only a person's latest notifications, so that a larger count could be too low. */
const MAX_NOTES_COUNTED = 99;
const countInWords = (count: number) => (count > MAX_NOTES_COUNTED ? `More than ${MAX_NOTES_COUNTED}` : String(count));
const DELIVERED = STEPS[5];
const isEnd = (step: string) => STOPPED_STEPS.some((end) => end === step);
const pathOfReferral = ({ referralId }: NotificationFacts) => pathTo.referral(referralId);
const asNote = () => 'note' as const;
/** The kinds of which a busy day brings many. */
const newNotes = {
  together: 'of-referral',
  words: (facts: NotificationFacts, count: number) =>
    count > 1 ? `${countInWords(count)} new notes on ${caseOf(facts)}` : `A new note on ${caseOf(facts)}`,
  path: notesOf,
} as const;

/** Stopped and canceled items have no step. */
function statusWords({ referralId, steps = [] }: NotificationFacts): string {
  const [ends, reached] = [steps.filter(isEnd), steps.filter((step) => !isEnd(step))];
  if (reached.length === 0) return `Items of referral ${referralId} were ${ends.join(' and ').toLowerCase()}`;
  const more = ends.length > 0 ? `; items were ${ends.join(' and ').toLowerCase()}` : '';
  return `Referral ${referralId} is now at ${reached.join(' and ')}${more}`;
}

/**
 * Who is notified of what, in which words, which page it opens, and which setting decides whether it is mailed. An event notifies a person
 * once, by the first rule that names them.
 */
export const NOTIFICATION_RULES = {
  status: {
    reader: 'submitter',
    whom: (_, { reached, submitterUserId }) => (reached.length > 0 ? [submitterUserId] : []),
    // A stopped item needs a decision of the referrer.
    isRoutine: ({ steps = [] }) => !steps.some(isEnd),
    words: statusWords,
    path: pathOfReferral,
    mail: ({ steps = [] }) => (steps.includes(DELIVERED) ? 'delivery' : 'status'),
  },
  contact: {
    reader: 'submitter',
    whom: ({ type }, { submitterUserId }) => (type === 'ContactAttempted' ? [submitterUserId] : []),
    isRoutine: () => true,
    words: ({ referralId, attempt }) =>
      `Attempt ${attempt?.number} to reach the ${attempt?.party} of referral ${referralId}`,
    path: pathOfReferral,
    mail: () => 'contact',
  },
  note: {
    reader: 'submitter',
    whom: ({ type }, { submitterUserId }) => (type === 'NoteWritten' ? [submitterUserId] : []),
    ...newNotes,
    mail: asNote,
  },
  mention: {
    reader: 'staff',
    whom: ({ type, data }) =>
      type === 'InternalNoteWritten' || type === 'InternalNoteTextEdited' ? (data.mentions ?? []) : [],
    words: (facts) => `You are mentioned in an internal note on ${caseOf(facts)}`,
    path: notesOf,
    mail: asNote,
  },
  reply: {
    reader: 'staff',
    whom: (_, { repliedTo }) => [repliedTo],
    words: (facts) => `A reply to your note on ${caseOf(facts)}`,
    path: notesOf,
    mail: asNote,
  },
  'note-on-work': {
    reader: 'staff',
    // A recertification has only internal notes.
    whom: ({ type, metadata }, { referralId, holders }) =>
      (type === 'NoteWritten' && metadata.actor.role === 'referrer') ||
      (type === 'InternalNoteWritten' && isRecertificationId(referralId))
        ? holders
        : [],
    ...newNotes,
  },
  assigned: {
    reader: 'staff',
    together: 'of-request',
    whom: ({ type, data }) => (type === 'TaskAssigned' ? [data.assignee.userId] : []),
    words: ({ task, referralId }, count) =>
      count > 1 ? `${count} tasks were assigned to you` : `${task ?? 'A task'} for ${referralId} was assigned to you`,
    path: (facts, count) => (count > 1 ? '/queue?tab=mine' : pathOfTask(facts)),
  },
} as const satisfies Readonly<Record<string, NotificationRule>>;

export type NotificationKind = keyof typeof NOTIFICATION_RULES;
export type NotificationReader = NotificationRule['reader'];

/** The rule of a kind, with the general type. */
export const notificationRule = (kind: NotificationKind): NotificationRule => NOTIFICATION_RULES[kind];

export interface Notification {
  readonly kind: NotificationKind;
  readonly userId: string;
  readonly facts: NotificationFacts;
}

/** The kinds of which some tell only that the work goes on. */
export const ROUTINE_KINDS: readonly NotificationKind[] = (
  Object.keys(NOTIFICATION_RULES) as NotificationKind[]
).filter((kind) => notificationRule(kind).isRoutine !== undefined);

/** Whether the reader need not do anything about it. */
export const isRoutine = (kind: NotificationKind, facts: NotificationFacts): boolean =>
  facts.informsOnly ?? notificationRule(kind).isRoutine?.(facts) ?? false;

/** Everybody whom an event notifies: never the person who caused it, and nobody twice. */
export function notificationsOf(event: NotifyingEvent, referral: NotifyingReferral): readonly Notification[] {
  const notified = new Set([null, ...authorsOf(event)]);
  const facts = factsOf(event, referral);
  const kinds = Object.keys(NOTIFICATION_RULES) as NotificationKind[];
  return kinds.flatMap((kind) => {
    const fresh = notificationRule(kind)
      .whom(event, referral)
      .filter((userId) => !notified.has(userId));
    const people = [...new Set(fresh)].filter((userId) => userId !== null);
    for (const userId of people) notified.add(userId);
    return people.map((userId) => ({ kind, userId, facts }));
  });
}

/** Who caused the event; the author of a note may be another person than the one who recorded it. */
function authorsOf({ type, data, metadata }: NotifyingEvent): readonly (string | null)[] {
  const { userId } = metadata.actor;
  return type === 'InternalNoteWritten' ? [userId, data.authorUserId] : [userId];
}

function factsOf(
  { type, data }: NotifyingEvent,
  { referralId, reached, taskOf, pageTaskId }: NotifyingReferral,
): NotificationFacts {
  switch (type) {
    case 'NoteWritten':
    case 'InternalNoteWritten':
    case 'InternalNoteTextEdited':
      return {
        referralId,
        noteId: data.noteId,
        ...('informsOnly' in data && { informsOnly: data.informsOnly }),
        ...(pageTaskId !== null && { taskId: pageTaskId }),
      };
    case 'ContactAttempted':
      return { referralId, steps: reached, attempt: { number: data.number, party: data.party } };
    case 'TaskAssigned':
      return { referralId, taskId: data.taskId, task: taskOf(data.taskId) };
    default:
      return { referralId, steps: reached };
  }
}

/** The step of each item by its id; items that are in none are left out. */
export type ItemSteps = Readonly<Record<number, string>>;

export const stepsOf = (items: readonly TrackedItem[]): ItemSteps =>
  Object.fromEntries(items.flatMap((item) => (item.currentTask ? [[item.id, stepOfItem(item.currentTask)]] : [])));

/** The steps that items have newly reached. The first step of an item is not reported: its order has just been placed, or was corrected. */
export const stepsReached = (before: ItemSteps, after: ItemSteps): readonly string[] => [
  ...new Set(
    Object.entries(after).flatMap(([id, step]) => {
      const earlier = before[Number(id)];
      return earlier === undefined || earlier === step ? [] : [step];
    }),
  ),
];
