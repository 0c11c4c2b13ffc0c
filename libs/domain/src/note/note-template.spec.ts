import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { MAX_ENTRIES } from '../kernel/named-list.js';
import { now } from '../kernel/words.js';
import { NOTE_TEMPLATE_WORDS, type NoteTemplateEvent, noteTemplatesDecider } from './note-template.js';

const NO_SPANISH = { titleEs: null, noteTextEs: null };
const address = {
  ...NO_SPANISH,
  templateId: 'seed-1',
  title: 'Address',
  noteText: '<p>Confirm it.</p>',
  actionNeeded: false,
};
const plan = { ...NO_SPANISH, templateId: 't2', title: 'New plan', noteText: '<p>New plan:</p>', actionNeeded: true };
const seed = [address];
const reason = 'Asked by Intake';
const facts = { reason, seed };

const seeded: NoteTemplateEvent = { type: 'NoteTemplatesSeeded', data: { templates: seed } };
const created: NoteTemplateEvent = { type: 'NoteTemplateCreated', data: { ...plan, reason } };
const retired: NoteTemplateEvent = {
  type: 'NoteTemplateRetired',
  data: { templateId: 'seed-1', title: 'Address', reason },
};

const create = (change: object = {}) =>
  ({ type: 'CreateNoteTemplate', data: { ...plan, ...facts, ...change } }) as const;
const change = (words: object) => ({ type: 'ChangeNoteTemplate', data: { ...address, ...facts, ...words } }) as const;
const retire = { type: 'RetireNoteTemplate', data: { templateId: 'seed-1', ...facts } } as const;

describe('The note templates', () => {
  it('are those of the installation until the first change, which keeps them', () => {
    given(noteTemplatesDecider, []).when(create()).then([seeded, created]);
    given(noteTemplatesDecider, []).whenFresh(retire).then([seeded, retired]);
    given(noteTemplatesDecider, []).whenFresh(change({})).thenNothing();
  });

  it('are changed and retired once', () => {
    const changed = { ...address, noteText: '<p>Confirm the address.</p>' };
    given(noteTemplatesDecider, [seeded])
      .whenFresh(change(changed))
      .then([{ type: 'NoteTemplateChanged', data: { ...changed, reason } }]);
    given(noteTemplatesDecider, [seeded, created]).when(create()).thenNothing();
    given(noteTemplatesDecider, [seeded, retired]).whenFresh(retire).thenRejected('note-template/unknown');
    given(noteTemplatesDecider, [seeded, retired])
      .whenFresh(change({ actionNeeded: true }))
      .thenRejected('note-template/unknown');
  });

  it('are not retired by somebody who has not seen what they have become', () => {
    const changed = {
      type: 'NoteTemplateChanged',
      data: { ...address, noteText: '<p>Call first.</p>', reason },
    } as const;
    const { templateId: _, ...seen } = address;
    given(noteTemplatesDecider, [seeded, changed])
      .when({ ...retire, data: { ...retire.data, seen } })
      .thenRejected('note-template/changed-meanwhile');
  });

  it('have a title and a text in Spanish, which those of older events and of older programs lack', () => {
    const inBoth = { titleEs: 'Dirección', noteTextEs: '<p>Confírmela.</p>' };
    const changed = { type: 'NoteTemplateChanged', data: { ...address, ...inBoth, reason } } as const;
    const { titleEs: _, noteTextEs: __, ...older } = address;
    const old: NoteTemplateEvent = { type: 'NoteTemplatesSeeded', data: { templates: [older] } };
    const { templateId: ___, ...seen } = older;
    given(noteTemplatesDecider, [old])
      .when({ ...change(inBoth), data: { ...change(inBoth).data, seen } })
      .then([changed]);
    given(noteTemplatesDecider, [old]).whenFresh(change({})).thenNothing();
    expect(NOTE_TEMPLATE_WORDS.NoteTemplateChanged(changed.data, { who: 'Ana Ruiz' } as never)).toEqual(
      expect.arrayContaining([now('Title in Spanish', 'Dirección'), now('Text in Spanish', 'Confírmela.')]),
    );
  });

  it('have different titles', () => {
    given(noteTemplatesDecider, [])
      .when(create({ title: 'ADDRESS' }))
      .thenRejected('note-template/same-title');
    given(noteTemplatesDecider, [seeded, created])
      .whenFresh(change({ title: 'New plan' }))
      .thenRejected('note-template/same-title');
  });

  it('are not too many to choose from', () => {
    const many = Array.from({ length: MAX_ENTRIES }, (_, n) => ({
      ...plan,
      templateId: `s${n}`,
      title: `${n}`,
    }));
    given(noteTemplatesDecider, [])
      .when(create({ seed: many }))
      .thenRejected('note-template/too-many');
  });
});
