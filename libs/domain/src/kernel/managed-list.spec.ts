import { describe, expect, it } from '@jest/globals';
import { given } from './given.testing.js';
import { managedDecider, type ManagedEvent, managedWords } from './managed-list.js';
import { managedNoun } from './managed-noun.js';
import { MAX_ENTRIES } from './named-list.js';

type Values = { readonly name: string; readonly colour: string | null };
type BoxEvent = ManagedEvent<'Box', Values>;

const reason = 'Asked';
const red = { id: 'first', name: 'Red', colour: 'red' };
const blue = { id: 'b1', name: 'Blue', colour: null };
const BOX = managedNoun('Box', 'boxes', { colour: 'Colour' });
const decider = managedDecider<'Box', Values>(BOX, { first: [red] });

const added: BoxEvent = { type: 'BoxAdded', data: { ...blue, reason } };
const renamed: BoxEvent = { type: 'BoxChanged', data: { ...red, name: 'Crimson', formerName: 'Red', reason } };
const off: BoxEvent = { type: 'BoxDeactivated', data: { id: 'first', name: 'Red', reason } };
const on: BoxEvent = { type: 'BoxReactivated', data: { id: 'first', name: 'Red', reason } };

const add = (change: object = {}) => ({ type: 'Add', data: { ...blue, reason, ...change } }) as const;
const change = (values: object) => ({ type: 'Change', data: { ...red, reason, ...values } }) as const;
const turn = (active: boolean) => ({ type: 'Switch', data: { id: 'first', active, reason } }) as const;

describe('A managed list', () => {
  it('has what it began with, and what is added, once', () => {
    given(decider, []).when(add()).then([added]);
    given(decider, [added]).when(add()).thenNothing();
  });

  it('names an entry for examples, which a list that begins with none has once it is added', () => {
    const empty = managedDecider<'Box', Values>(BOX, { first: [], example: blue });
    expect([decider.example, empty.example]).toEqual([red, blue]);
    given(empty, []).when(add()).then([added]);
  });

  it('has entries that are changed, deactivated and reactivated once', () => {
    given(decider, [])
      .whenFresh(change({ name: 'Crimson' }))
      .then([renamed]);
    given(decider, [])
      .whenFresh(change({ colour: 'pink' }))
      .then([{ type: 'BoxChanged', data: { ...red, colour: 'pink', reason } }]);
    given(decider, []).whenFresh(change({})).thenNothing();
    given(decider, []).whenFresh(turn(false)).then([off]);
    given(decider, [off]).whenFresh(turn(false)).thenNothing();
    given(decider, [off]).whenFresh(turn(true)).then([on]);
    given(decider, [off, on]).whenFresh(turn(true)).thenNothing();
    given(decider, [])
      .whenFresh(change({ id: 'none' }))
      .thenRejected('box/unknown');
  });

  it('is not changed by somebody who has not seen what an entry has become', () => {
    const { id: _, ...seen } = { ...red, active: true };
    const older = { type: 'Switch', data: { ...turn(false).data, seen } } as const;
    given(decider, [renamed]).when(older).thenRejected('box/changed-meanwhile');
    given(decider, [off]).when(older).thenRejected('box/changed-meanwhile');
    const { active: _active, ...values } = seen;
    const rename = { type: 'Change', data: { ...red, name: 'Ruby', reason, seen: values } } as const;
    given(decider, [renamed]).when(rename).thenRejected('box/changed-meanwhile');
  });

  it('has names of which each is of one entry, also those that it had before', () => {
    for (const name of ['RED', 'R-e d.', '\uff32ed', 'Crimson', 'Crim  son'])
      given(decider, [renamed]).when(add({ name })).thenRejected('box/same-name');
    given(decider, [added])
      .whenFresh(change({ name: 'blue' }))
      .thenRejected('box/same-name');
    given(decider, [renamed])
      .whenFresh(change({}))
      .then([{ type: 'BoxChanged', data: { ...red, formerName: 'Crimson', reason } }]);
    const back: BoxEvent = { type: 'BoxChanged', data: { ...red, formerName: 'Crimson', reason } };
    const { entries } = [renamed, back].reduce(decider.evolve, decider.initialState);
    expect(entries).toMatchObject([{ name: 'Red', formerNames: ['Crimson'] }]);
  });

  it('is not too long to choose from', () => {
    const many = Array.from({ length: MAX_ENTRIES - 1 }, (_, n): BoxEvent => ({
      type: 'BoxAdded',
      data: { ...blue, id: `s${n}`, name: `Box ${n}`, reason },
    }));
    given(decider, many).when(add()).thenRejected('box/too-many');
  });

  it('may be called by several words', () => {
    const groups = managedNoun('PhysicianGroup', 'physicianGroups', {});
    const { code, area }: { code: 'physician-group'; area: 'Physician groups' } = groups;
    expect({ ...groups, code, area }).toEqual({
      noun: 'PhysicianGroup',
      category: 'physicianGroups',
      labels: {},
      code: 'physician-group',
      one: 'physician group',
      many: 'physician groups',
      area: 'Physician groups',
    });
    const ofGroups = managedDecider<'PhysicianGroup', { readonly name: string }>(groups, { first: [], example: red });
    given(ofGroups, [{ type: 'PhysicianGroupAdded', data: { ...red, reason } }])
      .when({ type: 'Add', data: { ...blue, name: 'RED', reason } })
      .thenRejected('physician-group/same-name');
    const { PhysicianGroupDeactivated } = managedWords<'PhysicianGroup', { readonly name: string }>(groups);
    expect(PhysicianGroupDeactivated({ id: 'a', name: 'Red', reason }, { who: 'Gus Orr' } as never)[0]).toBe(
      'Gus Orr deactivated the physician group Red',
    );
  });
});
