import { describe, expect, it } from '@jest/globals';
import { noteText } from './note.contract.js';
import { MAX_MARKUP_LENGTH } from './note-words.js';

const messagesOf = (text: unknown) => noteText.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

describe('The text of a note', () => {
  it.each([undefined, ''])('is required: %j', (text) => expect(messagesOf(text)).toEqual(['Note text is required']));

  it('is limited in its length, and says so', () => {
    expect(messagesOf('x'.repeat(MAX_MARKUP_LENGTH))).toEqual([]);
    expect(messagesOf('x'.repeat(MAX_MARKUP_LENGTH + 1))).toEqual([
      'Note text is limited to 60000 characters, its formatting included.',
    ]);
  });
});
