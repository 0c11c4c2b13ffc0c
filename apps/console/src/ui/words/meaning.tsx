import { atom, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useLanguage, withTexts } from '../../language/language.js';
import { onceAtRest } from '../page/at-rest.js';

/** The sentences, with the code that shows them; null until a page with a word of the catalogue is complete. */
const explainedAtom = atom<typeof import('./explained.js') | null>(null);
// A word is shown without its meaning if that could not be loaded.
explainedAtom.onMount = (set) => onceAtRest(() => void withTexts(import('./explained.js')).then(set, () => undefined));

/** A sentence that says what a word of the catalogue means. Empty until it is loaded, and for a word without one. */
export function useMeaning(of: string): string {
  const language = useLanguage();
  return useAtomValue(explainedAtom)?.meaningIn(language, of) ?? '';
}

interface MeaningProps {
  /** A task, a step, a department, a status, HCPCS. */
  readonly of: string;
  /** As it is shown, in the reader's language. */
  readonly children: ReactNode;
  /** Without an underline, and no stop for the Tab key: in the rows of a table, where the row's link has it (`ReferralId`). */
  readonly isPlain?: boolean;
}

/** A word of the catalogue with its meaning in a sentence. */
export function Meaning({ of, isPlain = false, children }: MeaningProps) {
  const meaning = useMeaning(of);
  const Explained = useAtomValue(explainedAtom)?.Explained;
  return meaning && Explained ? (
    <Explained meaning={meaning} isPlain={isPlain}>
      {children}
    </Explained>
  ) : (
    children
  );
}
