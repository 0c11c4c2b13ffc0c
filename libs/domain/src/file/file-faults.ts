/** Why an uploaded file is refused, and the words for the person who sent it. Stored for ever: only ever add. */
export const FILE_FAULTS = {
  malformed: 'This file is damaged or is not a complete PDF. Please save it again and attach the new copy.',
  encrypted: 'This PDF is protected by a password or by encryption. Please attach a copy without protection.',
  'active-content':
    'This PDF holds scripts, forms that run programs or files within it. Please print it to a new PDF and attach that.',
  infected: 'A virus scan found something harmful in this file.',
  'too-complex': 'This PDF is too complex to be checked. Please print it to a new PDF and attach that.',
} as const;

export type FileFault = keyof typeof FILE_FAULTS;
