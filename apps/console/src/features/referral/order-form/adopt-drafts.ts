import { ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import { adoptDraft } from './draft-storage.js';
import { adoptUnansweredOrder } from './unanswered-order.js';

/** Somebody signed in: what was typed or sent before in this browser, on whichever form, goes on as theirs. Nothing stays nobody's. */
export function adoptDrafts(storage: Storage, owner: string): void {
  for (const form of ORDER_FORM_IDS.map(orderFormOf)) {
    adoptDraft(storage, form, owner);
    adoptUnansweredOrder(storage, form, owner);
  }
}
