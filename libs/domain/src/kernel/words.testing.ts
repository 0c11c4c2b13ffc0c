import { expect, it } from '@jest/globals';
import type { FieldChange, Words, WordsContext } from './words.js';

type WordsOf = (data: never, context: WordsContext) => Words;
type Example<Of> = Of extends (data: infer Data, context: WordsContext) => Words
  ? readonly [data: Data, sentence: string, ...detail: FieldChange[]]
  : never;

/** For the spec of a noun: what the audit says of an example of each of its events, when Gus Orr did it. */
export function inTheAudit<const NounWords extends Readonly<Record<string, WordsOf>>>(
  words: NounWords,
  examples: { readonly [Type in keyof NounWords]: Example<NounWords[Type]> },
): void {
  it.each(Object.entries(examples as Readonly<Record<string, Example<WordsOf>>>))(
    'is told in the audit: %s',
    (type, [data, ...told]) => {
      const said = words[type]?.(data, { who: 'Gus Orr' } as WordsContext);
      expect(typeof said === 'string' ? [said] : said).toEqual(told);
    },
  );
}
