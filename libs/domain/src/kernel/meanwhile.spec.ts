import { describe, expect, it } from '@jest/globals';
import { ChangedMeanwhile, merged, revise, reviseTogether } from './meanwhile.js';

const seen = { city: 'Austin', zip: '78701', flag: false, list: ['a', 'b'] };
const collisions = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return [error.code, ...error.fields, ...(error.isDone ? ['done'] : [])];
  }
  return [];
};

describe('An act on values that somebody else has changed since', () => {
  it('changes what its author changed, and leaves the rest as it is by now', () => {
    const now = { ...seen, zip: '85364' };
    expect(revise('thing', { now, wanted: { ...seen, city: 'Mesa' }, seen })).toEqual({ ...now, city: 'Mesa' });
    expect(revise('thing', { now, wanted: seen, seen })).toEqual(now);
  });

  it('collides where both changed one field to different values', () => {
    const now = { ...seen, city: 'Mesa' };
    expect(collisions(() => revise('thing', { now, wanted: { ...seen, city: 'Yuma' }, seen }))).toEqual([
      'thing/changed-meanwhile',
      { path: 'city', seen: 'Austin', now: 'Mesa' },
    ]);
    expect(merged({ now, wanted: { ...seen, city: 'Yuma' }, seen })).toEqual({ ...now, city: 'Yuma' });
  });

  it('adds to a list and takes out of it, beside what somebody else did, whatever the order', () => {
    const now = { ...seen, list: ['d', 'b'] };
    const wanted = { ...seen, list: ['c', 'b', 'a'] };
    expect(revise('thing', { now, wanted, seen })).toEqual({ ...seen, list: ['d', 'b', 'c'] });
    expect(revise('thing', { now, wanted: { ...seen, list: ['a'] }, seen })).toEqual({ ...seen, list: ['d'] });
  });

  it('is refused as done if every change of it was made by somebody else', () => {
    const now = { ...seen, city: 'Mesa', list: ['b', 'c'] };
    const wanted = { ...seen, city: 'Mesa', list: ['a', 'b', 'c'] };
    expect(collisions(() => revise('thing', { now, wanted, seen }))).toEqual([
      'thing/changed-meanwhile',
      { path: 'city', seen: 'Austin', now: 'Mesa' },
      { path: 'list', seen: ['a', 'b'], now: ['b', 'c'] },
      'done',
    ]);
    const more = { ...wanted, zip: '85364' };
    expect(revise('thing', { now, wanted: more, seen })).toEqual({ ...now, zip: '85364' });
  });

  it('takes an entry twice for one', () => {
    const wanted = { ...seen, list: ['a', 'a'] };
    expect(revise('thing', { now: seen, wanted, seen })).toEqual({ ...seen, list: ['a'] });
  });

  it('takes nothing for a change that is nothing: null, and what is not there', () => {
    const unseen = { phone: null as string | null | undefined };
    const now = { phone: undefined as string | null | undefined };
    expect(revise<typeof now>('thing', { now, wanted: { phone: null }, seen: unseen })).toEqual(now);
  });
});

describe('An act on values that are one decision', () => {
  const rights = { admin: true, siteAdmin: false };
  const taken = { admin: false, siteAdmin: false };

  it('collides with a change of any of them, also of one that it leaves alone', () => {
    const act = () => reviseTogether('thing', { now: taken, wanted: { ...rights, siteAdmin: true }, seen: rights });
    expect(collisions(act)).toEqual(['thing/changed-meanwhile', { path: 'admin', seen: true, now: false }]);
  });

  it('collides too if its author changed nothing: what they leave so is not so any more', () => {
    const act = () => reviseTogether('thing', { now: taken, wanted: rights, seen: rights });
    expect(collisions(act)).toEqual(['thing/changed-meanwhile', { path: 'admin', seen: true, now: false }]);
  });

  it('is refused as done if all is as wanted by now', () => {
    const act = () => reviseTogether('thing', { now: taken, wanted: taken, seen: rights });
    expect(collisions(act)).toEqual(['thing/changed-meanwhile', { path: 'admin', seen: true, now: false }, 'done']);
    expect(reviseTogether('thing', { now: rights, wanted: taken, seen: rights })).toEqual(taken);
  });
});
