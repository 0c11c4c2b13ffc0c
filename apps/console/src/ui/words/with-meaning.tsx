import type { ComponentProps } from 'react';
import { Hint } from '../hints/hint.js';
import { useMeaning } from './meaning.js';

interface WithMeaningProps extends Pick<ComponentProps<typeof Hint>, 'name' | 'children'> {
  /** The act of a button, or the word of the catalogue that a link or a button has. */
  readonly of: string;
}

/** A link or a button that says its meaning in a sentence. On a phone it does so while it is held, as a tap does what it is for. */
export const WithMeaning = ({ of, ...hint }: WithMeaningProps) => <Hint text={useMeaning(of)} {...hint} />;
