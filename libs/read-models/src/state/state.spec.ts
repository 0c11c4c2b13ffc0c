import { describe, expect, it } from '@jest/globals';
import {
  carriersDecider,
  NOTE_TEMPLATES_ID,
  noteTemplatesDecider,
  orderingGroupDecider,
  READ_AS_STATE,
} from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { stateProjection } from './state.js';

describe('A noun that is read as its state', () => {
  it('has a row of what its decider has folded', () => {
    const carrier = { id: 'c1', name: 'DHL', link: null, reason: 'New contract' };
    const story = new Story();
    story.execute(carriersDecider, 'all', { type: 'Add', data: carrier });
    story.executeFresh(carriersDecider, 'all', {
      type: 'Switch',
      data: { id: 'ups', active: false, reason: 'The contract has ended' },
    });
    const { rows } = project(stateProjection(READ_AS_STATE.carriers), story.events);
    expect([...rows.values()]).toMatchObject([
      {
        id: 'all',
        state: {
          entries: [
            { name: 'FedEx', active: true },
            { name: 'UPS', active: false },
            { name: 'DHL', active: true },
          ],
        },
      },
    ]);
  });

  it('has a value of the state in a column of its own, where the table was made so', () => {
    const story = new Story();
    story.executeFresh(orderingGroupDecider, 'Case-Managers', {
      type: 'ChangeOrderingGroup',
      data: { groupId: 'Case Managers', withheld: ['Supplies'], reason: 'New contract' },
    });
    const projection = stateProjection(READ_AS_STATE.orderingGroup);
    expect(projection).toMatchObject({ name: 'ordering-group', version: 1 });
    expect([...project(projection, story.events).rows.values()]).toEqual([
      { group_key: 'Case-Managers', withheld: ['Supplies'] },
    ]);
  });

  it('goes on from the value in that column', () => {
    const story = new Story();
    for (const templateId of ['first', 'second'])
      story.execute(noteTemplatesDecider, NOTE_TEMPLATES_ID, {
        type: 'CreateNoteTemplate',
        data: {
          templateId,
          title: templateId,
          noteText: '<p>Plan:</p>',
          actionNeeded: false,
          reason: 'Asked',
          seed: [],
        },
      });
    expect([...project(stateProjection(READ_AS_STATE.noteTemplates), story.events).rows.values()]).toMatchObject([
      { list_id: NOTE_TEMPLATES_ID, templates: [{ title: 'first' }, { title: 'second' }] },
    ]);
  });

  it('has a name that a table can have', () => {
    const decider = { ...carriersDecider, category: 'noteTemplates' };
    expect(stateProjection({ version: 2, decider })).toMatchObject({ name: 'note-templates-state', version: 2 });
  });
});
