/** A message of the worker to the frame: a picture of the page that is being drawn is left out. */
export const PICTURE_LEFT_OUT = 'picture-left-out';

/**
 * Warnings of pdf.js about something that a page has and that it does not draw: a picture that cannot be decoded or is too large, a mask, or an
 * operator that fails.
 */
const LEFT_OUT = [
  'Unable to decode',
  'Image exceeded maximum allowed size',
  'Image dimensions are missing',
  "Dependent image isn't ready yet",
  'ignoring errors during',
];

export const isAboutPicture = (warning: unknown): boolean =>
  typeof warning === 'string' && LEFT_OUT.some((words) => warning.includes(words));
