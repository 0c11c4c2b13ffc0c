import { type ShownNote, type Thread, threadsOf } from './thread.js';

/** What the notes of a referral are filtered by, each by the name that it has in the address. */
export const NO_FILTER = { noteType: '', source: '', department: '', subDepartment: '' };
export type NoteFilter = Readonly<typeof NO_FILTER>;

/** As they are in the address and in the texts. */
export const TYPES = { external: 'External', internal: 'Internal' } as const;
export type NoteType = (typeof TYPES)[keyof typeof TYPES];

/** The source of a note whose author belongs to no company. */
export const NO_COMPANY = 'No company';

/** The values of a note: its type, the company of its author, and where the work was when it was written. */
const valuesOf = (note: ShownNote, type: NoteType): Readonly<Record<keyof NoteFilter, readonly string[]>> => ({
  noteType: [type],
  source: [note.company ?? NO_COMPANY],
  department: note.departments,
  subDepartment: note.subDepartments,
});

type NotesByType = Readonly<Record<NoteType, readonly ShownNote[]>>;

/** What can be chosen in each filter: the values of these notes, in order. */
export function choicesOf(notes: NotesByType): Readonly<Record<keyof NoteFilter, readonly string[]>> {
  const all = (Object.keys(notes) as NoteType[]).flatMap((type) => notes[type].map((note) => valuesOf(note, type)));
  const choices = (name: keyof NoteFilter) => [...new Set(all.flatMap((values) => values[name]))].sort();
  return {
    noteType: choices('noteType'),
    source: choices('source'),
    department: choices('department'),
    subDepartment: choices('subDepartment'),
  };
}

/** The notes of the threads that have a note with all chosen values. */
export function filterThreads(notes: readonly ShownNote[], type: NoteType, filter: NoteFilter): readonly ShownNote[] {
  const chosen = (Object.keys(NO_FILTER) as (keyof NoteFilter)[]).filter((name) => filter[name] !== '');
  if (chosen.length === 0) return notes;
  const matches = (note: ShownNote) => chosen.every((name) => valuesOf(note, type)[name].includes(filter[name]));
  const notesIn = ({ note, replies }: Thread): readonly ShownNote[] => [note, ...replies.flatMap(notesIn)];
  const threads = threadsOf(notes).map(notesIn);
  const kept = new Set(threads.filter((thread) => thread.some(matches)).flat());
  return notes.filter((note) => kept.has(note));
}
