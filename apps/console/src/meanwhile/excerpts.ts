import { shortened } from '@throughline/domain';

/** As long as the API quotes a value that was changed. */
const MOST_LETTERS = 120;
/** What is shown of the words before the first that differ. */
const LETTERS_BEFORE = 30;

export const excerptOf = (text: string): string => shortened(text, MOST_LETTERS);

/** The two as a notice quotes them: of long ones, from shortly before where they differ. Null if they have the same words. */
export function excerptsOf(value: string, seen: string): { readonly value: string; readonly seen: string } | null {
  if (value === seen) return null;
  let same = 0;
  while (value[same] === seen[same]) same += 1;
  const isSeenFromTheBeginning =
    same + LETTERS_BEFORE < MOST_LETTERS || Math.max(value.length, seen.length) <= MOST_LETTERS;
  if (isSeenFromTheBeginning) return { value: excerptOf(value), seen: excerptOf(seen) };
  // A character of two units is not cut in two.
  const from = value.slice(0, same - LETTERS_BEFORE).replace(/[\uD800-\uDBFF]$/, '').length;
  return { value: excerptOf(`…${value.slice(from)}`), seen: excerptOf(`…${seen.slice(from)}`) };
}
