import { describe, expect, it } from '@jest/globals';
import * as domain from '../index.js';
import { type Decider, UnknownEvent } from './decider.js';
import type { DomainEvent } from './event.js';

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

  it('is tested against every aggregate', () => {
    expect(deciders.map(({ category }) => category).sort()).toEqual([
      'account',
      'banner',
      'catalogue',
      'eligibility',
      'eligibilityImport',
      'failure',
      'file',
      'history',
      'inquiry',
      'internalNote',
      'itemTask',
      'message',
      'note',
      'noteTemplates',
      'notification',
      'notificationDigest',
      'notificationMail',
      'orderingGroup',
      'recertification',
      'referral',
      'registration',
    ]);
  });
});
