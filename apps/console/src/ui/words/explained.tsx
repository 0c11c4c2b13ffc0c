import { type Language, turnOfStatus } from '@throughline/domain';
import type { ReactNode } from 'react';
import { Hint } from '../hints/hint.js';
import english from '../../../texts/en/meanings.json' with { type: 'json' };
import uiEnglish from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const meanings = textsOf('meanings', english);
const uiWords = textsOf('ui', uiEnglish);

/** The sentence of a word of the catalogue, for a status with whose turn it is; empty for a word without one. */
export function meaningIn(language: Language, word: string): string {
  const key = meaningOf(word);
  if (key === null) return '';
  const whom = turnOfStatus(word);
  const sentence = meanings.in(language)(key);
  return whom === null ? sentence : `${sentence} ${uiWords.in(language)('waitsFor', { whom })}.`;
}

interface ExplainedProps {
  readonly meaning: string;
  readonly isPlain: boolean;
  readonly children: ReactNode;
}

/** Shows a sentence that says what a word of the catalogue means, on hover, focus and tap. */
export const Explained = ({ meaning, isPlain, children }: ExplainedProps) => (
  <Hint text={meaning} byTap>
    {(described) => (
      <span {...described} {...(isPlain ? { 'data-meaning': true } : { tabIndex: 0, style: UNDERLINED })}>
        {children}
      </span>
    )}
  </Hint>
);

const UNDERLINED = { textDecoration: 'underline dotted', textUnderlineOffset: 3 } as const;

/** The attempts of a contact (`Patient Contact 2nd`) mean the same. */
export function meaningOf(word: string): keyof typeof english | null {
  const key = word.replace(/ (Initial|1st|2nd|3rd|4th)$/, '');
  return Object.hasOwn(english, key) ? (key as keyof typeof english) : null;
}
