import { describe, expect, it } from '@jest/globals';
import { carriersDecider, READ_AS_STATE } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { stateProjection } from './state.js';

describe('A noun that is read as its state', () => {
  it('has a row of what its decider has folded', () => {
    const carrier = { id: 'c1', name: 'DHL', link: null, reason: 'New contract' };
    const story = new Story();
    story.tell(carriersDecider, 'all', { type: 'Add', data: carrier });
    story.tellFresh(carriersDecider, 'all', {
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

  it('has a name that a table can have', () => {
    const decider = { ...carriersDecider, category: 'noteTemplates' };
    expect(stateProjection({ version: 2, decider })).toMatchObject({ name: 'note-templates-state', version: 2 });
  });
});
