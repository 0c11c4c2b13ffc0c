import { inCentralTime, type Order, orderedItemFacts, type OrderFact, orderSections } from '@throughline/domain';

/** The data for the template. All of it is text: nothing that a person typed can become markup. */
export interface SubmissionDocument {
  readonly referralId: string;
  readonly submitted: string;
  /** When the order was last corrected; absent: it was not. */
  readonly corrected?: string;
  /** Empty values are left out, so that a page contains only what was ordered. */
  readonly sections: readonly { readonly title: string; readonly rows: readonly (readonly [string, string])[] }[];
  /** Values by label. */
  readonly items: readonly Readonly<Record<string, string>>[];
}

/** The submission as a document for a provider's files. The same order gives the same document. */
export function submissionDocument(
  referralId: string,
  submittedAt: string,
  order: Order,
  correctedAt?: string,
): SubmissionDocument {
  return {
    referralId,
    submitted: inCentralTime(submittedAt),
    ...(correctedAt !== undefined && { corrected: inCentralTime(correctedAt) }),
    sections: orderSections(order)
      .map(({ title, facts }) => ({ title, rows: filled(facts) }))
      .filter(({ rows }) => rows.length > 0),
    items: order.items.map((item) => Object.fromEntries(filled(orderedItemFacts(item)))),
  };
}

const filled = (facts: readonly OrderFact[]): readonly (readonly [label: string, value: string])[] =>
  facts.flatMap(({ label, value }) => (value === null ? [] : [[label, value] as const]));
