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
