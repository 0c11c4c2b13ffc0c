import { type DescribedEvent, EVENT_WORDS } from '../events.js';
import { UnknownEvent } from '../kernel/decider.js';
import type { Actor } from '../kernel/event.js';
import type { FieldChange } from '../kernel/words.js';
import { correctedFacts } from './corrected-facts.js';
import { contextOf, type EventCircumstances, isReferral } from './event-circumstances.js';
import type { ReferralHistoryEvent } from './referral-as-of.js';
import { evolveReferral } from './replay.js';

/** An event in words, for the audit. */
export interface EventDescription {
  /** One plain sentence without a full stop: "Ana Ruiz moved 1 item to Shipped". */
  readonly sentence: string;
  /** The fields that changed, with their values before and after; null where there was nothing, or is nothing any more. */
  readonly detail: readonly FieldChange[];
}

/** How to refer to an actor whose name is not known. */
export function nameOf(actor: Actor): string {
  switch (actor.role) {
    case 'system':
      return 'Throughline';
    case 'anonymous':
      return 'Somebody who was not signed in';
    default:
      return actor.email ?? 'Somebody';
  }
}

export function describeEvent(event: DescribedEvent, circumstances: EventCircumstances): EventDescription {
  const describe = EVENT_WORDS.get(event.type) ?? null;
  if (describe === null) throw new UnknownEvent(event.type);
  const words = describe(event.data as never, contextOf(circumstances));
  const [sentence, ...detail] = typeof words === 'string' ? [words] : words;
  const { before } = circumstances;
  return { sentence, detail: [...detail, ...correctedFacts(event, before), ...statusChange(event, before)] };
}

function statusChange(event: DescribedEvent, before: EventCircumstances['before']): readonly FieldChange[] {
  if (before !== null && !isReferral(before)) return [];
  const from = before?.status ?? null;
  // An event of a noun other than a referral leaves `before` null and begins no referral.
  const to = evolveReferral(before, event as ReferralHistoryEvent)?.status ?? null;
  return from === to ? [] : [{ field: 'Status', from, to }];
}
