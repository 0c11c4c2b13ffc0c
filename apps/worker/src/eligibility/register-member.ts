import { eligibilityDecider, type EligiblePatient, foldedMedicaidId, type KnownBirth } from '@throughline/domain';
import {
  type CommandContext,
  derivedCommandId,
  type EventStore,
  handleCommand,
  StagedLog,
  systemContext,
  WrongExpectedRevision,
} from '@throughline/event-store';
import { type BenefitIds, mergeEarlier, readBenefit, takeOverRedemption } from './benefit-ids.js';
import { bySource, faultOfOtherZeros, findOtherZeros, isRegistered, type LogFacts } from './other-zeros.js';

/** What an import says of each of its members. */
interface MemberImport {
  /** A UUID. */
  readonly importId: string;
  readonly store: EventStore;
  /** ELIGIBILITY_KEY */
  readonly key: string;
  readonly correctsDates: boolean;
  readonly at: Date;
}

/** A row of a member, with the hashes of the member. */
export interface NamedMember extends BenefitIds {
  readonly line: number;
  readonly patient: EligiblePatient;
}

/** What became of the member of one or several rows. */
export type Outcome =
  | { readonly as: 'registered' | 'corrected'; readonly position: number }
  | 'known'
  /** Registered with another date of birth, or with other zeros before the ID. */
  | { readonly fault: string };

/**
 * Registers a member, or finds out how they are registered. Two imports that name a new member at once agree on one of them, by the expected
 * revision of the member's stream.
 */
export async function registerMember(options: MemberImport, facts: LogFacts, named: NamedMember): Promise<Outcome> {
  const { store, at, importId } = options;
  const { eligiblePatientId, datedId } = named;
  const time = at.toISOString();
  const contextOf = (step: string) => ({
    ...systemContext(derivedCommandId(importId, `${eligiblePatientId}${step}`), time),
    correlationId: importId,
  });
  const earlier = facts.hasEarlier ? await readBenefit(store, datedId) : null;
  const isEarlier = earlier !== null && isRegistered(earlier);
  if (!isEarlier) {
    const fault = await faultOfZeros(options, facts, named);
    if (fault !== null) return { fault };
  }
  if (earlier?.status === 'redeemed') {
    const { programme } = named.patient;
    await takeOverRedemption(
      store,
      { ...named, programme },
      { referralId: earlier.referralId, context: contextOf('/redemption') },
    );
  }
  const position = await begin(options, named);
  if (isEarlier) await mergeEarlier(store, named, contextOf('/merge'));
  if (position !== null) return isEarlier ? 'known' : { as: 'registered', position };

  const state = await readBenefit(store, eligiblePatientId);
  // Also of an import that is carried out again: its command tells that it was the one.
  const isLate = state.status === 'eligible' && state.refused.length > 0 && state.datedId === datedId;
  if (state.status === 'unknown' || isLate) return registerAfterRefusal(options, named, contextOf('/late'));
  if (state.status === 'merged') return 'known';
  if (!options.correctsDates) return state.datedId === datedId ? 'known' : { fault: otherDate(state) };
  const command = {
    type: 'CorrectDateOfBirth',
    data: { eligiblePatientId, datedId, line: named.line, at: time },
  } as const;
  const request = { decider: eligibilityDecider, id: eligiblePatientId, command, context: contextOf('/date') };
  const { position: correctedAt } = await handleCommand(store, request);
  return correctedAt === null ? 'known' : { as: 'corrected', position: correctedAt };
}

/** Null where the member is registered already, or has another date of birth, which is reported instead. */
async function faultOfZeros(
  { store, key, correctsDates }: MemberImport,
  facts: LogFacts,
  { eligiblePatientId, datedId, patient }: NamedMember,
): Promise<string | null> {
  for await (const other of findOtherZeros({ store, key }, patient, facts)) {
    const own = await readBenefit(store, eligiblePatientId);
    if (isRegistered(own) && (own.datedId === datedId || !correctsDates)) return null;
    return faultOfOtherZeros(other, foldedMedicaidId(patient.medicaidId));
  }
  return null;
}

function otherDate({ source }: KnownBirth): string {
  return (
    `This Medicaid ID is registered with another date of birth${bySource(source)}. Nothing was changed. ` +
    'If the date of this line is right, import the line again and choose that dates of birth are corrected.'
  );
}

/** An order asked for the benefit before the member was registered: the stream begins with its refusal. */
async function registerAfterRefusal(
  { store, at }: MemberImport,
  { eligiblePatientId, patient: { programme }, datedId, line }: NamedMember,
  context: CommandContext,
): Promise<Outcome> {
  const { position } = await handleCommand(store, {
    decider: eligibilityDecider,
    id: eligiblePatientId,
    command: {
      type: 'RegisterEligiblePatient',
      data: { eligiblePatientId, programme, datedId, line, at: at.toISOString() },
    },
    context,
  });
  return position === null ? 'known' : { as: 'registered', position };
}

/**
 * Starts the member's stream in one append without reading the log. The event's id follows from the import and the member, so the log takes it
 * again from this import only: of two imports that name a new member, one registers it. Resolves with the position of the event; null if
 * the member was registered in another way.
 */
async function begin(
  { store, at, importId }: MemberImport,
  { eligiblePatientId, datedId, patient: { programme }, line }: NamedMember,
): Promise<number | null> {
  const staged = new StagedLog();
  const commandId = derivedCommandId(importId, eligiblePatientId);
  const time = at.toISOString();
  await handleCommand(staged, {
    decider: eligibilityDecider,
    id: eligiblePatientId,
    command: { type: 'RegisterEligiblePatient', data: { eligiblePatientId, programme, datedId, line, at: time } },
    context: { ...systemContext(commandId, time), correlationId: importId },
  });
  let position: number | null = null;
  const append: EventStore['append'] = async (stream, expected, events) => {
    const written = await store.append(stream, expected, events);
    position = written.position;
    return written;
  };
  try {
    await staged.flush({ append });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  return position;
}
