import { describe, expect, it } from '@jest/globals';
import { claimed, entriesOf, firstTaskOpened, stopped, submitted } from '../testing/entries.js';
import { timelineOf } from '../timeline/timeline.js';
import { changedFacts } from './changed-facts.js';
import { allFacts } from './referral-facts.js';

const changesOf = (index: number) => {
  const moment = timelineOf(entriesOf([submitted], [firstTaskOpened], [claimed], [stopped]))[index];
  return Object.fromEntries(changedFacts(moment?.before ?? null, moment?.after ?? null));
};

describe('Changed facts', () => {
  it('are none at the submission, where everything is new', () => {
    expect(changesOf(0)).toEqual({});
  });

  it('say what was there before', () => {
    expect(changesOf(2)).toEqual({ 'task/263254123071844-1/assignee': { from: 'Nobody' } });
    expect(changesOf(3)).toEqual({
      status: { from: 'Pending Patient Creation' },
      'item/1/task': { from: 'Create Patient' },
      'item/1/stopped': { from: null },
    });
  });

  it('rest on facts whose names are unique', () => {
    const referral = timelineOf(entriesOf([submitted], [firstTaskOpened]))[1]?.after ?? null;
    const keys = referral === null ? [] : allFacts(referral).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(30);
  });
});
