import type { Change, NoteListRow, NoteSortField } from '@throughline/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, searchQuery } from '../../../api/api.js';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { isNewNote, readingOf } from '../../../live/use-unread-notes.js';

export interface NoteListQuestion {
  readonly page: number;
  readonly search: string;
  readonly field: NoteSortField;
  readonly direction: 'asc' | 'desc';
  readonly includeCompany: boolean;
  readonly onlyThroughline: boolean;
  readonly onlyNotThroughline: boolean;
  readonly needsAction: boolean;
}

/** One page of the list as it was read, and live changes to its notes since. A new query cancels the previous request. */
export function useNoteList({ field, direction, ...question }: NoteListQuestion) {
  const query = useQuery({
    queryKey: ['note-list', { field, direction, ...question }],
    queryFn: ({ signal }) => {
      const sortModel = JSON.stringify([{ field, sort: direction }]);
      return call('GET /notes', { query: { ...question, ...searchQuery(question.search), sortModel } }, { signal });
    },
    placeholderData: keepPreviousData,
  });
  const { changes, refusal } = useLiveTopic({ name: 'note-list' }, query);
  const { data } = query;
  const live = useMemo(
    () => liveNotes(data?.rows ?? [], changes, question.needsAction),
    [data, changes, question.needsAction],
  );
  return { ...query, refusal, live };
}

interface LiveNotes {
  /** The rows in the order of the page. */
  readonly rows: readonly NoteListRow[];
  /** How many notes a new read of the page may add. */
  readonly arrived: number;
}

/** A note that was read, or whose action is done, keeps its row. New notes are only counted, until the person asks for them. */
export function liveNotes(rows: readonly NoteListRow[], changes: readonly Change[], needsAction: boolean): LiveNotes {
  const read = new Map(changes.flatMap((change) => readOf(change)));
  const needing = new Map(changes.flatMap((change) => actionOf(change)));
  const shown = rows.map((row) => ({
    ...row,
    unread: read.get(row.referralId)?.includes(row.id) === true ? false : row.unread,
    actionNeeded: needing.get(row.id) ?? row.actionNeeded,
  }));
  const here = new Set(rows.map(({ id }) => id));
  const arrived = needsAction
    ? [...needing].filter(([id, isNeeded]) => isNeeded && !here.has(id)).map(([id]) => id)
    : changes.filter((change) => isNewNote(change) && !here.has(change.key)).map(({ key }) => key);
  return { rows: shown, arrived: new Set(arrived).size };
}

function readOf(change: Change): readonly (readonly [referralId: string, noteIds: readonly string[]])[] {
  const reading = readingOf(change);
  return reading?.read ? [[reading.referralId, reading.read]] : [];
}

function actionOf({ row }: Change): readonly (readonly [noteId: string, isNeeded: boolean])[] {
  if (!('actionNeeded' in (row as object))) return [];
  const { noteId, actionNeeded } = row as { readonly noteId: string; readonly actionNeeded: boolean };
  return [[noteId, actionNeeded]];
}
