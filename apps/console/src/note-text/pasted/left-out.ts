/** The kinds of content that a note cannot have, or shows differently. The note dialog has a text for each. */
export const LEFT_OUT = [
  'picture',
  'media',
  'formula',
  'underline',
  'colour',
  'address',
  'table',
  'numbering',
  'invisible',
  'hidden',
  'layout',
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** Elements that a note cannot show as they are, by their names. */
export const REPLACED: Readonly<Record<string, LeftOut>> = {
  IFRAME: 'media',
  VIDEO: 'media',
  AUDIO: 'media',
  OBJECT: 'media',
  EMBED: 'media',
  MATH: 'formula',
};
