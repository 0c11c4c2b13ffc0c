import {
  type InternalNoteEvent,
  isRecertificationId,
  type ItemSteps,
  type ItemTaskEvent,
  maySeeQueue,
  type NoteEvent,
  type NotificationFacts,
  type NotificationKind,
  type NotificationReader,
  notificationRule,
  notificationsOf,
  type OutcomeUndone,
  type NotifyingEvent,
  RECERTIFIED_ITEM_ID,
  type Recorded,
  ROUTINE_KINDS,
  stepsOf,
  stepsReached,
} from '@throughline/domain';
import type { Insertable } from 'kysely';
import { categoryOf, entityOf, type Projection, type Timestamp } from '../projecting/projection.js';
import { foldProgress, type ReferralProgress } from '../referral/referral-progress.js';

export interface NotificationTable {
  /**
   * `{kind}-{referral, note or task id}-{user id}`: a newer notification about the same thing replaces the older one, so old ones do not
   * accumulate.
   */
  notification_key: string;
  /** `{stream}-{revision}` of the event: a newer event with the same key is unread again. */
  notification_id: string;
  user_id: string;
  kind: NotificationKind;
  reader: NotificationReader;
  referral_id: string;
  /** The external or the internal note that it is about. */
  note_id: string | null;
  internal_note_id: string | null;
  facts: NotificationFacts;
  /** The correlation id of the request that caused the notification; all notifications of one request share it. */
  correlation_id: string;
  notified_at: Timestamp;
  /** What it told was undone, and there is no earlier one with its key to show again. It is not listed. */
  withdrawn: boolean;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    notification: NotificationTable;
  }
}

type Row = Insertable<NotificationTable>;

/** `wantsMail`: the order asks for notifications by mail. */
type Progress = ReferralProgress<{ readonly submitterUserId: string | null; readonly wantsMail: boolean }>;

export interface NotifiedReferral {
  /** Undefined: the submission is in a parked stream. */
  readonly progress?: Progress | undefined;
  /** The authors of notes by the provider's staff, by the category of the stream and the id of the note. */
  readonly staffAuthors: Readonly<Record<string, string>>;
  /** The last command on the tasks, with the steps before it: one command may move items by several events. */
  readonly command?: {
    readonly id: string;
    readonly notificationId: string;
    readonly before: ItemSteps;
    /** What follows the undo of an outcome in its command tells nothing. */
    readonly isUndo?: true;
  };
  /** What the last commands on the tasks told of the progress, the newest last. */
  readonly told?: readonly Told[];
  /** What an undone outcome and its undo told; absent: the last event undid none. */
  readonly undone?: { readonly outcome: readonly Row[]; readonly undo: readonly Row[] };
  /** The rows of the last event. */
  readonly fresh: readonly Row[];
}

interface Told {
  readonly commandId: string;
  /** The outcome that the command recorded. */
  readonly outcomeId?: string;
  readonly rows: readonly Row[];
}

/** The state of a case is stored: of more commands within the time of an undo, the first can no longer be taken back in the list. */
const MOST_TOLD = 5;

const progressOfReferral = foldProgress(
  ({ referralInfo }, { metadata }) => ({
    submitterUserId: metadata.actor.userId,
    wantsMail: referralInfo.sendNotificationsFlag,
  }),
  (about, { type, data }) =>
    type === 'ReferrerCorrected' ? { ...about, wantsMail: data.after.sendNotificationsFlag ?? about.wantsMail } : about,
);

/** A recertification has no submitter to notify. */
function progressOf(before: Progress | undefined, recorded: Recorded): Progress | undefined {
  const event = recorded as Recorded<ItemTaskEvent>;
  if (event.type !== 'RecertificationOpened') return progressOfReferral(before, recorded);
  const { referralId, openedAt: submittedAt } = event.data;
  const items = [{ id: RECERTIFIED_ITEM_ID, currentTask: null }];
  const about = { submitterUserId: null, wantsMail: false };
  return { about, referralId, submittedAt, companyId: null, items, openTasks: [], carriers: [] };
}

/** What people are notified of (`NOTIFICATION_RULES`). Announcements have no words: each person reads them with their current rights. */
export const notificationProjection: Projection<NotifiedReferral, Row> = {
  name: 'notification',
  version: 3,
  categories: ['referral', 'itemTask', 'recertification', 'note', 'internalNote'],
  evolve: ({ undone: _, ...state } = { staffAuthors: {}, fresh: [] }, recorded) => {
    switch (categoryOf(recorded.stream)) {
      case 'itemTask':
      // The category of tasks without a referral.
      case 'recertification':
        return taskMoved(state, recorded as Recorded<ItemTaskEvent>);
      case 'referral':
        return { ...state, progress: progressOf(state.progress, recorded), fresh: [] };
      default:
        return noteChanged(state, recorded as Recorded<NoteEvent | InternalNoteEvent>);
    }
  },
  table: {
    key: 'notification_key',
    columns: {
      notification_key: 'text',
      notification_id: 'text',
      user_id: 'text',
      kind: 'text',
      reader: 'text',
      referral_id: 'text',
      note_id: 'text',
      internal_note_id: 'text',
      facts: 'json',
      correlation_id: 'text',
      notified_at: 'timestamptz',
      withdrawn: 'boolean',
    },
    indexes: (table) => [`on ${table} (user_id, notified_at)`, `on ${table} (notification_id)`],
  },
  rows: ({ fresh }) => fresh,
  leavesOutFinishedRows: true,
  feed: ({ fresh }) =>
    fresh.map(({ notification_key: key, notification_id: notificationId, user_id, reader }) => ({
      topic: 'notifications',
      key,
      audience: [`${reader === 'staff' ? 'staff' : 'user'}:${user_id}`],
      row: { notificationId },
    })),
};

function taskMoved(state: NotifiedReferral, event: Recorded<ItemTaskEvent>): NotifiedReferral {
  const { commandId: id } = event.metadata;
  const before = stepsOf(state.progress?.items ?? []);
  const command = state.command?.id === id ? state.command : { id, notificationId: idOf(event), before };
  const progress = progressOf(state.progress, event);
  const after = { ...state, progress, command };
  if (command.isUndo) return { ...after, fresh: [] };
  if (event.type === 'OutcomeUndone') return taskUndone({ ...after, command: { ...command, isUndo: true } }, event);
  const reached = stepsReached(command.before, stepsOf(progress?.items ?? []));
  const fresh = rowsOf(after, event, { reached, repliedTo: null }, command.notificationId);
  return { ...after, fresh, told: toldAfter(state.told, event, fresh) };
}

function toldAfter(
  told: readonly Told[] = [],
  { type, data, metadata }: Recorded<ItemTaskEvent>,
  fresh: readonly Row[],
) {
  const { commandId } = metadata;
  const last = told.at(-1)?.commandId === commandId ? told.at(-1) : undefined;
  const { outcomeId = last?.outcomeId } =
    type === 'OutcomeRecorded' || type === 'ContactAttempted' ? data : ({} as { readonly outcomeId?: string });
  const moved = fresh.filter(({ kind }) => ROUTINE_KINDS.includes(kind));
  const rows = [...new Map([...(last?.rows ?? []), ...moved].map((row) => [row.notification_key, row])).values()];
  const now = { commandId, rows, ...(outcomeId !== undefined && { outcomeId }) };
  return [...told.filter((one) => one !== last), now].slice(-MOST_TOLD);
}

/**
 * Takes back what the outcome told, and what the way back of its items has told since: as if neither had happened, the newest of the others
 * with the same key is shown again, read or unread as it was.
 */
function taskUndone(state: NotifiedReferral, { data, metadata }: Recorded<OutcomeUndone>): NotifiedReferral {
  const { told = [] } = state;
  const outcome = told.find(({ outcomeId }) => outcomeId === data.outcomeId);
  if (outcome === undefined) return { ...state, fresh: [] };
  const undo = told.find(({ commandId }) => commandId === metadata.commandId);
  const left = told.filter((one) => one !== outcome && one !== undo);
  const undone = { outcome: outcome.rows, undo: undo?.rows ?? [] };
  const others = new Map(left.flatMap(({ rows }) => rows.map((row) => [row.notification_key, row])));
  const fresh = new Map([...undone.outcome, ...undone.undo].map((row) => [row.notification_key, row]));
  const shown = [...fresh].map(([key, row]) => others.get(key) ?? { ...row, withdrawn: true });
  return { ...state, fresh: shown, told: left, undone };
}

function noteChanged(state: NotifiedReferral, event: Recorded<NoteEvent | InternalNoteEvent>): NotifiedReferral {
  const unheard = { reached: [], repliedTo: null };
  if (event.type === 'InternalNoteTextEdited') return { ...state, fresh: rowsOf(state, event, unheard, idOf(event)) };
  if (event.type !== 'NoteWritten' && event.type !== 'InternalNoteWritten') return { ...state, fresh: [] };
  const category = categoryOf(event.stream);
  const { noteId, parentNoteId } = event.data;
  const repliedTo = state.staffAuthors[`${category} ${parentNoteId}`] ?? null;
  const fresh = rowsOf(state, event, { reached: [], repliedTo }, idOf(event));
  const author = event.type === 'NoteWritten' ? event.data.author.userId : event.data.authorUserId;
  if (!maySeeQueue(event.metadata.actor)) return { ...state, fresh };
  return { ...state, fresh, staffAuthors: { ...state.staffAuthors, [`${category} ${noteId}`]: author } };
}

const idOf = ({ stream, revision }: Recorded) => `${stream}-${revision}`;

function rowsOf(
  { progress }: NotifiedReferral,
  event: NotifyingEvent,
  what: { readonly reached: readonly string[]; readonly repliedTo: string | null },
  notificationId: string,
): readonly Row[] {
  const { about = { submitterUserId: null }, openTasks = [] } = progress ?? {};
  const referralId = entityOf(event.stream);
  const holders = openTasks.flatMap(({ assignee }) => assignee?.userId ?? []);
  const taskOf = (taskId: string) => openTasks.find((task) => task.taskId === taskId)?.task ?? null;
  const pageTaskId = isRecertificationId(referralId) ? (openTasks.at(-1)?.taskId ?? `${referralId}-1`) : null;
  const referral = { referralId, ...about, holders, taskOf, pageTaskId, ...what };
  return notificationsOf(event, referral).map(({ kind, userId, facts }) => ({
    notification_key: [kind, facts.noteId ?? facts.taskId ?? referralId, userId].join('-'),
    notification_id: notificationId,
    user_id: userId,
    kind,
    reader: notificationRule(kind).reader,
    referral_id: referralId,
    note_id: event.type === 'NoteWritten' ? event.data.noteId : null,
    internal_note_id: event.type === 'NoteWritten' ? null : (facts.noteId ?? null),
    facts,
    correlation_id: event.metadata.correlationId,
    notified_at: event.metadata.at,
    withdrawn: false,
  }));
}
