import { eligibilityDecider, type EligibilityEvent, memberOfOrder, type Recorded } from '@throughline/domain';
import { contextCausedBy, type EventStore } from '@throughline/event-store';
import { moveCheckpoint, readCheckpoint, type ReadModelSchema } from '@throughline/read-models';
import type { Kysely } from 'kysely';
import { readSubmission } from '../engines/read-submission.js';
import { benefitIdsOf, mergeEarlier, readBenefit, takeOverRedemption } from './benefit-ids.js';

/** Name of the checkpoint, and part of the ids of the commands: never change it. */
const CONSUMER = 'redemptions-by-medicaid-id';
/** Events between two writes of the checkpoint. */
const CHECKPOINT_EVENTS = 10_000;

export interface TakeOverRedemptions {
  readonly db: Kysely<ReadModelSchema>;
  readonly store: EventStore;
  /** ELIGIBILITY_KEY */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onHeartbeat: () => void;
}

/**
 * Records every redemption of a release before decision 95 under the Medicaid ID alone, which its order names, up to the head of the log.
 * Runs before the policies, in the process that leads them, so that no order redeems a benefit that was redeemed with another date of
 * birth. It continues where it ended, and so also finds redemptions that an earlier release made in between. It is kept for good: a log may
 * begin with any release (decision 121).
 */
export async function takeOverRedemptions({ db, store, key, signal, onHeartbeat }: TakeOverRedemptions): Promise<void> {
  let checkpoint = await readCheckpoint(db, CONSUMER);
  const head = await store.head();
  let seen = 0;
  for await (const recorded of store.readAll({
    after: checkpoint,
    filter: { categories: [eligibilityDecider.category] },
  })) {
    if (signal.aborted) return;
    onHeartbeat();
    const event = recorded as Recorded<EligibilityEvent>;
    if (event.type === 'BenefitRedeemed') await takeOver({ store, key }, event.data, event);
    if (++seen % CHECKPOINT_EVENTS === 0) {
      await moveCheckpoint(db, CONSUMER, checkpoint, event.position);
      checkpoint = event.position;
    }
  }
  if (head > checkpoint) await moveCheckpoint(db, CONSUMER, checkpoint, head);
}

async function takeOver(
  { store, key }: Pick<TakeOverRedemptions, 'store' | 'key'>,
  { eligiblePatientId, referralId }: { readonly eligiblePatientId: string; readonly referralId: string },
  event: Recorded,
): Promise<void> {
  // A state with a `datedId` is not from before decision 95; a merged one has been taken over.
  const state = await readBenefit(store, eligiblePatientId);
  if (state.status !== 'redeemed' || state.datedId !== null) return;
  const submitted = await readSubmission(store, referralId);
  const patient = submitted && memberOfOrder(submitted.data);
  if (!patient) return;
  const ids = benefitIdsOf(key, patient);
  if (ids.eligiblePatientId === eligiblePatientId) return;
  // In a log of the earlier release the redemption is in the order's stream, however that release folded the Medicaid ID.
  const earlier = { ...ids, datedId: eligiblePatientId, programme: patient.programme };
  const context = contextCausedBy(event, CONSUMER);
  await takeOverRedemption(store, earlier, { referralId, context });
  await mergeEarlier(store, earlier, context);
}
