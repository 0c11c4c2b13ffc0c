/**
 * What every aggregate is made of, without the aggregates themselves: `@throughline/domain/kernel` is the part of the domain that the log
 * needs.
 */
export * from './decider.js';
export * from './event.js';
export * from './language.js';
