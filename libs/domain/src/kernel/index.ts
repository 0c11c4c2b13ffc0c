/** What every aggregate is made of, and nothing of any: `@throughline/domain/kernel`, all of the domain that a log needs. */
export * from './command.js';
export * from './decider.js';
export * from './event.js';
export * from './rejection.js';
