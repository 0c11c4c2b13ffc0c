import type { ReferralItem } from '@throughline/contracts';
import type { OrderFact, OrderSection } from '@throughline/domain';

/** Facts whose value is one of a few. All others hold what a person typed, and are shown as they are. */
const CHOSEN: readonly string[] = [
  ...['Source', 'Wants notifications', 'Gender', 'Preferred language', 'NICU', 'Category'],
  ...['Current Task', 'Stopped Reason'],
];
/** Facts whose value has several such words, and what is between them. */
const SEVERAL: Readonly<Record<string, string>> = { Type: ', ', Height: ' ', Weight: ' ' };

/** The value of a fact in the language of the page. */
export function factWords({ label, value }: OrderFact, words: (english: string) => string): string {
  if (value === null) return '–';
  const between = SEVERAL[label];
  if (between !== undefined) return value.split(between).map(words).join(between);
  return CHOSEN.includes(label) ? words(value) : value;
}

/** Where a stopped item was, and why it was stopped. */
export const stoppedFacts = ({ stoppedReason, lastTask }: ReferralItem): readonly OrderFact[] =>
  stoppedReason === null
    ? []
    : [
        { label: 'Current Task', value: lastTask?.name ?? null },
        { label: 'Stopped Reason', value: stoppedReason.reason },
      ];

/** An order without a baby can be given one. */
export function withBaby(sections: readonly OrderSection[]): readonly OrderSection[] {
  return [...sections.slice(0, -1), { title: 'Baby', facts: [] }, ...sections.slice(-1)];
}
