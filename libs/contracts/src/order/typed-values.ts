/*
 * Values as people write them, in the form in which an order has them. Text that is written otherwise stays as it is, for the message about
 * it. Without schemas, so that screens load it without zod.
 */

/** `850161234` and `85016 1234` are 85016-1234. */
export const zipOf = (typed: string): string => typed.replace(/^\s*(\d{5})[\s-]*(\d{4})\s*$/, '$1-$2');

const FEET = /(?:'|’|′|f(?:oo|ee)?t\.?|pies?)/.source;
const INCHES = /(?:"|”|″|''|’’|in(?:\.|ch(?:es)?)?|pulg(?:\.|adas?)?)/.source;
const FEET_AND_INCHES = new RegExp(
  `^\\s*(\\d)\\s*${FEET}\\s*(?:(\\d{1,2}(?:\\.\\d{1,2})?)\\s*(?:${INCHES})?)?\\s*$`,
  'i',
);
const INCHES_ALONE = new RegExp(`^\\s*(\\d{1,2}(?:\\.\\d{1,2})?)\\s*${INCHES}\\s*$`, 'i');

/** A height in inches: `5'4"`, `5 ft 4 in` and `64"` are 64. */
export function inchesOf(typed: string): string {
  const [, alone] = INCHES_ALONE.exec(typed) ?? [];
  if (alone !== undefined) return alone;
  const [, feet, inches = '0'] = FEET_AND_INCHES.exec(typed) ?? [];
  if (feet === undefined || Number(inches) >= INCHES_OF_A_FOOT) return typed;
  return String(Number((Number(feet) * INCHES_OF_A_FOOT + Number(inches)).toFixed(2)));
}

const INCHES_OF_A_FOOT = 12;
