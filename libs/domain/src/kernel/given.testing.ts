import { expect } from '@jest/globals';
import type { Decider } from './decider.js';
import type { DomainEvent } from './event.js';
import { Rejection } from './rejection.js';

/** `given(decider, events).when(command).then(events)`: how every decider is specified. */
export function given<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  history: readonly Event[],
) {
  const state = history.reduce(decider.evolve, decider.initialState);
  return {
    when(command: Command) {
      const decide = () => decider.decide(state, command);
      return {
        then: (events: readonly Event[]) => expect(decide()).toEqual(events),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRejected(code: Rejection['code']) {
          let thrown: unknown = null;
          try {
            decide();
          } catch (error) {
            thrown = error;
          }
          expect(thrown).toBeInstanceOf(Rejection);
          expect((thrown as Rejection).code).toBe(code);
          expect((thrown as Rejection).message).not.toBe('');
        },
        events: decide,
      };
    },
  };
}
