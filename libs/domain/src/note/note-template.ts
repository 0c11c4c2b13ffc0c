import { type Command, type Decider, unknownEvent, unreachable } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import { DoneAlready, Forestalled } from '../kernel/forestalled.js';
import { requireAsSeen } from '../kernel/meanwhile.js';
import { MAX_ENTRIES, namedList } from '../kernel/named-list.js';
import { type EventWords, type FieldChange, now, yesOrNo } from '../kernel/words.js';
import { plainOf } from './note-text.js';

/*
 * Texts that a new note can begin with. Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: noteTemplates-all.
 */

export const NOTE_TEMPLATES_ID = 'all';

/** The fields of a template that an administrator writes. */
interface TemplateValues {
  readonly title: string;
  /** Sanitised HTML, like the text of a note. */
  readonly noteText: string;
  readonly actionNeeded: boolean;
  /** Title and text for who writes in Spanish. Null, or absent from events that are older than the fields: none. */
  readonly titleEs?: string | null | undefined;
  readonly noteTextEs?: string | null | undefined;
}

export interface StoredNoteTemplate extends TemplateValues {
  readonly templateId: string;
}

interface Reasoned {
  readonly reason: string;
}

/** The templates of the installation, recorded just before an administrator's first change. */
export type NoteTemplatesSeeded = DomainEvent<
  'NoteTemplatesSeeded',
  { readonly templates: readonly StoredNoteTemplate[] }
>;
export type NoteTemplateCreated = DomainEvent<'NoteTemplateCreated', StoredNoteTemplate & Reasoned>;
export type NoteTemplateChanged = DomainEvent<'NoteTemplateChanged', StoredNoteTemplate & Reasoned>;
export type NoteTemplateRetired = DomainEvent<
  'NoteTemplateRetired',
  Pick<StoredNoteTemplate, 'templateId' | 'title'> & Reasoned
>;
export type NoteTemplateEvent = NoteTemplatesSeeded | NoteTemplateCreated | NoteTemplateChanged | NoteTemplateRetired;

export const NOTE_TEMPLATE_WORDS: EventWords<NoteTemplateEvent> = {
  NoteTemplatesSeeded: () => 'The note templates of the installation were taken over',
  NoteTemplateCreated: ({ reason, ...template }, { who }) => [
    `${who} created the note template ${template.title}`,
    ...factsOf(template),
    now('Reason', reason),
  ],
  NoteTemplateChanged: ({ reason, ...template }, { who }) => [
    `${who} changed the note template ${template.title}`,
    ...factsOf(template),
    now('Reason', reason),
  ],
  NoteTemplateRetired: ({ title, reason }, { who }) => [
    `${who} retired the note template ${title}`,
    now('Reason', reason),
  ],
};

const factsOf = ({ noteText, actionNeeded, titleEs, noteTextEs }: StoredNoteTemplate): readonly FieldChange[] => [
  now('Text', plainOf(noteText)),
  ...(titleEs ? [now('Title in Spanish', titleEs)] : []),
  ...(noteTextEs ? [now('Text in Spanish', plainOf(noteTextEs))] : []),
  now('Action needed', yesOrNo(actionNeeded)),
];

/** A fact that every command carries: the templates of the installation. */
interface Seed {
  readonly seed: readonly StoredNoteTemplate[];
}

export type CreateNoteTemplate = Command<'CreateNoteTemplate', StoredNoteTemplate & Reasoned & Seed>;
/** `seen` is the template as shown to the author. */
export type ChangeNoteTemplate = Command<
  'ChangeNoteTemplate',
  StoredNoteTemplate & { readonly seen: TemplateValues } & Reasoned & Seed
>;
export type RetireNoteTemplate = Command<
  'RetireNoteTemplate',
  { readonly templateId: string; readonly seen: TemplateValues } & Reasoned & Seed
>;
export type NoteTemplateCommand = CreateNoteTemplate | ChangeNoteTemplate | RetireNoteTemplate;

/** In the order of their creation; null while there are only those of the installation. */
export type NoteTemplates = readonly StoredNoteTemplate[] | null;

function evolve(templates: NoteTemplates, event: NoteTemplateEvent): readonly StoredNoteTemplate[] {
  const before = templates ?? [];
  switch (event.type) {
    case 'NoteTemplatesSeeded':
      return event.data.templates;
    case 'NoteTemplateCreated':
      return [...before, templateOf(event.data)];
    case 'NoteTemplateChanged':
      return before.map((one) => (one.templateId === event.data.templateId ? templateOf(event.data) : one));
    case 'NoteTemplateRetired':
      return before.filter(({ templateId }) => templateId !== event.data.templateId);
    default:
      return unknownEvent(event);
  }
}

export const noteTemplatesDecider: Decider<
  { readonly templates: NoteTemplates },
  NoteTemplateCommand,
  NoteTemplateEvent
> = {
  category: 'noteTemplates',
  initialState: { templates: null },
  evolve: ({ templates }, event) => ({ templates: evolve(templates, event) }),
  decide: ({ templates }, command) => {
    const { seed } = command.data;
    const events = decideOn(templates ?? seed, command);
    const isFirst = templates === null && events.length > 0;
    return isFirst ? [{ type: 'NoteTemplatesSeeded', data: { templates: seed } }, ...events] : events;
  },
  valuesOf: ({ templates }, { data: { seed, templateId } }) => {
    const template = list.find(templates ?? seed, templateId);
    return template === undefined ? {} : valuesOf(template);
  },
};

const list = /* @__PURE__ */ namedList<TemplateValues, StoredNoteTemplate>({
  noun: 'note-template',
  idOf: ({ templateId }) => templateId,
  valuesOf,
  isNamesake: (one, other) => one.title.toLowerCase() === other.title.toLowerCase(),
  sameName: ['note-template/same-title', 'Another template has this title.'],
  tooMany: `There are ${MAX_ENTRIES} templates, and more would be hard to choose from. Retire one first.`,
});

function decideOn(
  templates: readonly StoredNoteTemplate[],
  command: NoteTemplateCommand,
): readonly NoteTemplateEvent[] {
  const { templateId, reason } = command.data;
  const current = list.find(templates, templateId);
  switch (command.type) {
    case 'CreateNoteTemplate':
      if (current) return [];
      list.requireRoomFor(templates, templateId, command.data);
      return [{ type: 'NoteTemplateCreated', data: { ...templateOf(command.data), reason } }];
    case 'ChangeNoteTemplate': {
      if (!current) throw new Forestalled(...retirementOf(templateId));
      const values = list.changed(templates, current, { ...command.data, seen: valuesOf(command.data.seen) });
      return values ? [{ type: 'NoteTemplateChanged', data: { templateId, ...values, reason } }] : [];
    }
    case 'RetireNoteTemplate':
      if (!current) throw new DoneAlready(...retirementOf(templateId));
      requireAsSeen('note-template', { now: valuesOf(current), seen: valuesOf(command.data.seen) });
      return [{ type: 'NoteTemplateRetired', data: { templateId, title: current.title, reason } }];
    default:
      return unreachable(command);
  }
}

const retirementOf = (templateId: string): ConstructorParameters<typeof Forestalled> => [
  'note-template/unknown',
  (change) => (change ? `${change.who} retired this template on ${change.when}.` : 'This template was retired.'),
  ({ type, data }) => type === 'NoteTemplateRetired' && (data as NoteTemplateRetired['data']).templateId === templateId,
];

const templateOf = ({ templateId, ...values }: StoredNoteTemplate): StoredNoteTemplate => ({
  templateId,
  ...valuesOf(values),
});

function valuesOf({ titleEs = null, noteTextEs = null, ...values }: TemplateValues): TemplateValues {
  const { title, noteText, actionNeeded } = values;
  return { title, noteText, actionNeeded, titleEs, noteTextEs };
}
