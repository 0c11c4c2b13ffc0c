import { expect } from '@jest/globals';
import { type Command as AnyCommand, type Decider, DomainError } from './decider.js';
import type { DomainEvent } from './event.js';
import { seenFresh, type Unseen } from './meanwhile.js';

/** `given(decider, events).when(command).then(events)`: the form of every specification of a decider. */
export function given<State, Command extends AnyCommand, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  history: readonly Event[],
) {
  const state = history.reduce(decider.evolve, decider.initialState);
  return {
    /** `when` with the values that the author saw set to the present ones. */
    whenFresh(command: Unseen<Command>) {
      return this.when(seenFresh(decider, state, command));
    },
    when(command: Command) {
      const decide = () => decider.decide(state, command);
      return {
        then: (events: readonly Event[]) => expect(decide()).toEqual(events),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRejected(code: DomainError['code']) {
          let thrown: unknown = null;
          try {
            decide();
          } catch (error) {
            thrown = error;
          }
          expect(thrown).toBeInstanceOf(DomainError);
          expect((thrown as DomainError).code).toBe(code);
          expect((thrown as DomainError).message).not.toBe('');
        },
        events: decide,
      };
    },
  };
}
