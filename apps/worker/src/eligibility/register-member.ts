import {
  type EligibilityCommand,
  eligibilityDecider,
  type EligiblePatient,
  foldedMedicaidId,
  type KnownBirth,
  type OtherZerosDecision,
} from '@throughline/domain';
import {
  type CommandContext,
  derivedCommandId,
  type EventStore,
  handleCommand,
  StagedLog,
  systemContext,
  WrongExpectedRevision,
} from '@throughline/event-store';
import { type BenefitIds, merge, readBenefit, takeOverRedemption } from './benefit-ids.js';
import {
  bySource,
  faultOfOtherZeros,
  findOtherZeros,
  isRegistered,
  type LogFacts,
  type OtherZeros,
} from './other-zeros.js';

/** The options of an import that apply to each of its members. */
interface MemberImport {
  /** A UUID. */
  readonly importId: string;
  readonly store: EventStore;
  /** ELIGIBILITY_KEY */
  readonly key: string;
  readonly correctsDates: boolean;
  readonly otherZeros: OtherZerosDecision | null;
  readonly at: Date;
}

/** A member's row, with the member's hashes. */
export interface NamedMember extends BenefitIds {
  readonly line: number;
  readonly patient: EligiblePatient;
  /** What is wrong with the row if the member is not registered; null: nothing. */
  readonly unlessKnown: string | null;
}

/** The outcome for the member of one or several rows. */
type Registration =
  | { readonly as: 'registered' | 'corrected'; readonly position: number }
  | 'known'
  /** The member is registered with another date of birth, or with other leading zeros. */
  | { readonly fault: string };

/**
 * Registers a member, or finds out how they are registered. Two imports that name a new member at once agree on one of them, by the
 * expected revision of the member's stream. If the ID of the row was chosen as the right one, the benefits with other leading zeros end
 * first: no order can then redeem one of them after their state has been carried over. An interrupted import continues there when it is
 * repeated.
 */
export async function registerMember(
  options: MemberImport,
  facts: LogFacts,
  named: NamedMember,
): Promise<Registration> {
  const { store, at, importId } = options;
  const { eligiblePatientId, datedId, patient } = named;
  const { programme } = patient;
  const time = at.toISOString();
  const contextOf = (step: string) => ({
    ...systemContext(derivedCommandId(importId, `${eligiblePatientId}${step}`), time),
    correlationId: importId,
  });
  const execute = async (command: EligibilityCommand, step: string) => {
    const request = { decider: eligibilityDecider, id: eligiblePatientId, command, context: contextOf(step) };
    return (await handleCommand(store, request)).position;
  };
  if (named.unlessKnown !== null) {
    const own = await readBenefit(store, eligiblePatientId);
    const isKnown = isRegistered(own) && own.datedId === datedId && options.otherZeros === null;
    return isKnown ? 'known' : { fault: named.unlessKnown };
  }
  const earlier = facts.hasEarlier ? await readBenefit(store, datedId) : null;
  const isEarlier = earlier !== null && isRegistered(earlier);
  const { others, ended } = await findOthers(options, named, facts);
  const fault = others[0] && (await faultOfOther(options, named, { other: others[0], isEarlier }));
  if (fault) return { fault };

  const wrong = options.otherZeros === 'correct' ? others : [];
  for (const { id } of wrong) await merge(store, { id, intoId: eligiblePatientId }, contextOf(`/merge/${id}`));
  const withOtherZeros = [...ended, ...wrong].map(({ id }) => id);
  const replaced = [...withOtherZeros, ...(isEarlier ? [datedId] : [])];
  const redeemedBy = await Promise.all(replaced.map((id) => redeemedByIn(store, id)));
  const referralId = redeemedBy.find((id) => id !== null) ?? null;
  if (options.otherZeros === 'distinct' || (options.otherZeros === 'correct' && withOtherZeros.length > 0)) {
    const data = { eligiblePatientId, programme, datedId, line: named.line, referralId, at: time };
    await execute({ type: 'RestoreEligiblePatient', data }, '/restore');
  }
  if (referralId !== null)
    await takeOverRedemption(store, { ...named, programme }, { referralId, context: contextOf('/redemption') });
  const position = await begin(options, named);
  if (isEarlier) await merge(store, { id: datedId, intoId: eligiblePatientId }, contextOf(`/merge/${datedId}`));
  if (position !== null) return replaced.length > 0 ? 'known' : { as: 'registered', position };

  const state = await readBenefit(store, eligiblePatientId);
  // True also for an import that is repeated: its command id tells that it registered the member.
  const isLate = state.status === 'eligible' && state.refused.length > 0 && state.datedId === datedId;
  if (state.status === 'unknown' || isLate) return registerAfterRefusal(options, named, contextOf('/late'));
  if (state.status === 'merged') return { fault: REPLACED };
  if (!options.correctsDates) return state.datedId === datedId ? 'known' : { fault: otherDate(state) };
  const data = { eligiblePatientId, datedId, line: named.line, at: time };
  const correctedAt = await execute({ type: 'CorrectDateOfBirth', data }, '/date');
  return correctedAt === null ? 'known' : { as: 'corrected', position: correctedAt };
}

/**
 * The benefits with other leading zeros. `ended` are those that were ended in favour of this row's ID by an import that was interrupted
 * before it registered the member; once it is registered, they no longer count.
 */
async function findOthers(
  options: MemberImport,
  { patient, eligiblePatientId }: NamedMember,
  facts: LogFacts,
): ReturnType<typeof findOtherZeros> {
  if (options.otherZeros === 'distinct') return { others: [], ended: [] };
  const { others, ended } = await findOtherZeros(options, patient, facts);
  const isDone = ended.length === 0 || isRegistered(await readBenefit(options.store, eligiblePatientId));
  return { others, ended: isDone ? [] : ended };
}

async function redeemedByIn(store: EventStore, id: string): Promise<string | null> {
  const state = await readBenefit(store, id);
  return state.status === 'redeemed' || state.status === 'merged' ? state.referralId : null;
}

/**
 * Why a row cannot be imported whose member may be registered with other leading zeros; null: it can, because that was decided or the
 * member is known.
 */
async function faultOfOther(
  { store, correctsDates, otherZeros }: MemberImport,
  { eligiblePatientId, datedId, patient }: NamedMember,
  { other, isEarlier }: { readonly other: OtherZeros; readonly isEarlier: boolean },
): Promise<string | null> {
  const own = await readBenefit(store, eligiblePatientId);
  const isKnown = isEarlier || (isRegistered(own) && own.datedId === datedId);
  if (isRegistered(own) && !isKnown && !correctsDates) return otherDate(own);
  return otherZeros === null && !isKnown ? faultOfOtherZeros(other, foldedMedicaidId(patient.medicaidId)) : null;
}

const REPLACED =
  'This Medicaid ID was replaced by one with another number of zeros before it. Nothing was changed. ' +
  'If it is the ID of another member, import the line again and choose so.';

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
): Promise<Registration> {
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
 * Starts the member's stream in one append without reading the log. The event's id follows from the import and the member, so the log
 * accepts it again from this import only: of two imports that name a new member, one registers it. Resolves with the position of the event;
 * null if the member was registered in another way.
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
