/** What every aggregate is made of, and none of the aggregates: `@throughline/domain/kernel`, the part of the domain that a log needs. */
export * from './decider.js';
export * from './event.js';
export * from './language.js';
