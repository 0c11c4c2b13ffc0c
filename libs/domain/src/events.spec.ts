import { describe, expect, it } from '@jest/globals';
import { FILE_CATEGORIES, isKnownEvent, NOUNS, storageNameIn } from './events.js';
import * as domain from './index.js';
import { type Decider, UnknownEvent } from './kernel/decider.js';
import type { DomainEvent, Recorded } from './kernel/event.js';

const recorded = (type: string, data: object) => ({ type, data }) as unknown as Recorded;

describe('The events of this release', () => {
  it('are known, and no other is', () => {
    expect(isKnownEvent({ type: 'ReferralSubmitted' })).toBe(true);
    expect(['TaskPutToMusic', 'toString', ''].filter((type) => isKnownEvent({ type }))).toEqual([]);
  });

  it.each(['SubmissionPdfGenerated', 'FileUploaded', 'MembersFileUploaded', 'EvidenceExported'])(
    'name a stored file: %s',
    (type) => {
      expect(storageNameIn(recorded(type, { storageName: 'random' }))).toBe('random');
    },
  );

  it('name none otherwise', () => {
    expect(storageNameIn(recorded('FileAccepted', { fileId: 1 }))).toBeNull();
    expect(storageNameIn(recorded('TaskPutToMusic', { storageName: 'random' }))).toBeNull();
  });

  it('name files in the streams that are read for them', () => {
    expect(FILE_CATEGORIES).toEqual(['evidence', 'file', 'eligibilityImport']);
  });
});

type AnyDecider = Decider<unknown, unknown, DomainEvent>;

const deciders = Object.values<unknown>(domain).filter(
  (value): value is AnyDecider => typeof value === 'object' && value !== null && 'evolve' in value,
);

describe('An event of a later release', () => {
  const event = { type: 'TaskPutToMusic', data: { memberName: 'Rosa Diaz' } };

  it.each(deciders.map((decider) => [decider.category, decider] as const))(
    'is told by its type, and never by its data, where a stream of %s is folded',
    (_, decider) => {
      const fold = () => decider.evolve(decider.initialState, event);
      expect(fold).toThrow(UnknownEvent);
      expect(fold).toThrow('This release does not know the event TaskPutToMusic.');
    },
  );

  it('is tested against every noun', () => {
    expect(deciders.map(({ category }) => category).sort()).toEqual(Object.keys(NOUNS).sort());
  });
});
