export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Another name by which the choice is found, such as its name in English. */
  readonly otherName?: string;
  /** Other words by which the choice is found. */
  readonly also?: string;
}

/**
 * The choices that match a typed text, best first: the one whose value or label equals it, then those whose label begins with it, then
 * those with a word that begins with it, then those that contain it. Equal matches keep the order of the list.
 */
export function findChoices(choices: readonly Choice[], text: string): Choice[] {
  const typed = text.trim().toLowerCase();
  if (typed === '') return [...choices];
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice, typed) }));
  return ranked
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice);
}

/** The choice whose value or label equals the text. */
export const exactChoice = (choices: readonly Choice[], text: string): Choice | undefined =>
  choices.find((choice) => rankOf(choice, text.trim().toLowerCase()) === 0);

const NOT_FOUND = 4;

function rankOf({ value, label, otherName = label, also = '' }: Choice, typed: string): number {
  if (value.toLowerCase() === typed) return 0;
  return Math.min(rankOfName(label, typed, also), rankOfName(otherName, typed));
}

function rankOfName(name: string, typed: string, also = ''): number {
  const shown = name.toLowerCase();
  if (shown === typed) return 0;
  if (shown.startsWith(typed)) return 1;
  if (`${shown} ${also.toLowerCase()}`.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed))) return 2;
  return shown.includes(typed) ? 3 : NOT_FOUND;
}
