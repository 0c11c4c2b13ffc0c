import type { ReferralItem } from '@throughline/contracts';
import { type OrderFact, type OrderSection, stepOfItem } from '@throughline/domain';

/** Facts with one of a few fixed values, which are translated. Other values were typed by a person and are shown as they are. */
const FIXED_VALUE_FACTS: readonly string[] = [
  'Source',
  'Wants notifications',
  'Gender',
  'Preferred language',
  'NICU',
  'Category',
  'Current Task',
  'Stopped Reason',
];
/** Facts that contain several fixed values, with the separator of these. */
const SEPARATORS: Readonly<Record<string, string>> = { Type: ', ', Height: ' ', Weight: ' ' };

/** The value of a fact in the page's language. */
export function factWords({ label, value }: OrderFact, words: (english: string) => string): string {
  if (value === null) return '–';
  const separator = SEPARATORS[label];
  if (separator !== undefined) return value.split(separator).map(words).join(separator);
  return FIXED_VALUE_FACTS.includes(label) ? words(value) : value;
}

/** Whether the fact is a name of the catalogue, if the item is one of the catalogue. */
export const isOfCatalogue = (fact: OrderFact): fact is OrderFact & { readonly value: string } =>
  fact.value !== null && ['Item', 'Option'].includes(fact.label);

/** Where the item stands since it was stopped (or canceled) and where that was, and why (ordering specification, section 2). */
export const stoppedFacts = ({ stoppedReason, ...item }: StoppedItem): readonly OrderFact[] =>
  stoppedReason === null
    ? []
    : [
        { label: 'Current Task', value: standingOf(item) },
        { label: 'Stopped Reason', value: stoppedReason.reason },
      ];

type StoppedItem = Pick<ReferralItem, 'stoppedReason' | 'currentTask' | 'lastTask'>;

function standingOf({ currentTask, lastTask }: Omit<StoppedItem, 'stoppedReason'>): string | null {
  const step = currentTask && stepOfItem(currentTask);
  if (step === 'Stopped' && lastTask) return `Stopped in ${lastTask.name}`;
  return step === 'Canceled' && lastTask ? `Canceled; stopped in ${lastTask.name}` : step;
}

/** Inserts an empty Baby section, so that a baby can be added to an order without one. */
export function withBaby(sections: readonly OrderSection[]): readonly OrderSection[] {
  return [...sections.slice(0, -1), { title: 'Baby', facts: [] }, ...sections.slice(-1)];
}
