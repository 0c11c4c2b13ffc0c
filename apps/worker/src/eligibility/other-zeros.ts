import {
  type BirthSource,
  eligibilityDecider,
  type EligibilityEvent,
  type EligiblePatient,
  type EligibilityState,
  type Recorded,
  withOtherZeros,
} from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { type BenefitIds, benefitIdsOf, readBenefit } from './benefit-ids.js';
import { FirstOfEach } from './first-of-each.js';

/** A benefit with the same date of birth, whose Medicaid ID differs only in its leading zeros (decision 95). */
export interface OtherZeros<State = RegisteredState> {
  /** The id of the stream with the benefit. */
  readonly id: string;
  readonly medicaidId: string;
  readonly state: State;
}

type RegisteredState = Extract<EligibilityState, { readonly status: 'eligible' | 'redeemed' }>;
type MergedState = Extract<EligibilityState, { readonly status: 'merged' }>;

export const isRegistered = (state: EligibilityState): state is RegisteredState =>
  state.status === 'eligible' || state.status === 'redeemed';

/** If a file has more IDs of digits than this, all registrations are read once. */
const MOST_ASKED_ONE_BY_ONE = 100;

/** What an import reads from the log once. */
export interface LogFacts {
  /** Whether the log may have streams from before decision 95. */
  readonly hasEarlier: boolean;
  /** Every `datedId` that was ever registered; null: they were not read. */
  readonly registered: FirstOfEach | null;
}

/** Whether the log has streams from before decision 95. They come first, so its first stream decides. */
async function hasEarlierStreams(store: EventStore): Promise<boolean> {
  for await (const event of eventsIn(store))
    return event.type !== 'EligiblePatientRegistered' || event.data.datedId === undefined;
  return false;
}

/** `idsOfDigits` is the number of members in the file with such IDs. */
export async function readLogFacts(
  store: EventStore,
  { idsOfDigits }: { readonly idsOfDigits: number },
): Promise<LogFacts> {
  const hasEarlier = await hasEarlierStreams(store);
  if (idsOfDigits <= MOST_ASKED_ONE_BY_ONE) return { hasEarlier, registered: null };
  const registered = new FirstOfEach();
  for await (const { type, data } of eventsIn(store)) {
    if (type === 'EligiblePatientRegistered') registered.add(data.datedId ?? data.eligiblePatientId, 0, 1);
    if (type === 'DateOfBirthCorrected') registered.add(data.datedId, 0, 1);
  }
  return { hasEarlier, registered };
}

const eventsIn = (store: EventStore) =>
  store.readAll({ after: 0, filter: { categories: [eligibilityDecider.category] } }) as AsyncIterable<
    Recorded<EligibilityEvent>
  >;

/**
 * Finds the benefits of the same date of birth whose Medicaid IDs differ only in their leading zeros, and those that were merged into the
 * benefit of `patient`. The log identifies an ID by its hash, so each number of zeros is looked up.
 */
export async function findOtherZeros(
  { store, key }: { readonly store: EventStore; readonly key: string },
  patient: EligiblePatient,
  { hasEarlier, registered }: LogFacts,
): Promise<{ readonly others: readonly OtherZeros[]; readonly ended: readonly OtherZeros<MergedState>[] }> {
  const others: OtherZeros[] = [];
  const ended: OtherZeros<MergedState>[] = [];
  const { eligiblePatientId } = benefitIdsOf(key, patient);
  for (const medicaidId of withOtherZeros(patient.medicaidId)) {
    const ids = benefitIdsOf(key, { ...patient, medicaidId });
    if (registered?.has(ids.datedId) === false) continue;
    for (const id of streamsOf(ids, hasEarlier)) {
      const state = await readBenefit(store, id);
      if (state.status === 'merged' && state.intoId === eligiblePatientId) ended.push({ id, medicaidId, state });
      if (isRegistered(state) && (id === ids.datedId || state.datedId === ids.datedId))
        others.push({ id, medicaidId, state });
    }
  }
  return { others, ended };
}

const streamsOf = ({ eligiblePatientId, datedId }: BenefitIds, hasEarlier: boolean): readonly string[] =>
  hasEarlier ? [eligiblePatientId, datedId] : [eligiblePatientId];

/** The fault of a row for which such a benefit is registered. */
export function faultOfOtherZeros({ medicaidId: other, state }: OtherZeros, medicaidId: string): string {
  const [found, spoiled] = other.length > medicaidId.length ? ['fewer', 'this line'] : ['more', 'that file'];
  return (
    `Medicaid ID has ${found} zeros before it than the one that is registered with the same date of birth${bySource(state.source)}. ` +
    `Nothing was changed. A spreadsheet program takes zeros away, probably in ${spoiled}: format the column as text before the IDs are entered. ` +
    'If the ID of this line is right, or they are two members, import the line again and choose so.'
  );
}

/** Names the line of the file that registered a member, if it is known. */
export const bySource = (source: BirthSource | null): string =>
  source === null ? '' : `, by line ${source.line} of the file imported on ${source.at.slice(0, 10)}`;
