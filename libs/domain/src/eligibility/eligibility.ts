import type { RewardProgramme } from '../kernel/terms.js';
import { unknownEvent } from '../kernel/decider.js';
import type { EligibilityEvent } from './eligibility.events.js';

/** A member as stated by the member, a health plan's file or an order. */
export interface EligiblePatient {
  readonly programme: RewardProgramme;
  readonly medicaidId: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
}

/**
 * The text whose keyed hash is the id of a member's benefit. There is one for each Medicaid ID of a programme, whatever the date of birth.
 * The hashes are in stored events: never change the result for an ID of ASCII characters.
 */
export function benefitKey({ programme, medicaidId }: Pick<EligiblePatient, 'programme' | 'medicaidId'>): string {
  return `${programme}\n${foldedMedicaidId(medicaidId)}`;
}

/**
 * Like `benefitKey`, with the date of birth, which is stored only in this hashed form. Its hash was the id of the benefit until decision
 * 95.
 */
export function eligiblePatientKey(patient: EligiblePatient): string {
  return `${benefitKey(patient)}\n${patient.dateOfBirth}`;
}

/**
 * A Medicaid ID without what depends on how it was typed or copied: case, spaces, dashes, invisible characters, full-width letters, digits
 * of other scripts.
 */
export function foldedMedicaidId(text: string): string {
  return withAsciiDigits(text)
    .replaceAll(/[\s\p{Z}\p{Pd}\u2212\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase();
}

/** The longest ID, in digits, that is searched for with other leading zeros. No health plan has longer ones. */
const LONGEST_ID_OF_DIGITS = 20;

/** An ID of digits without its leading zeros, which spreadsheet programs remove; null: it has other characters than digits. */
export function withoutLeadingZeros(medicaidId: string): string | null {
  const folded = foldedMedicaidId(medicaidId);
  return /^\d+$/.test(folded) ? folded.replace(/^0+/, '') : null;
}

/** All IDs that differ from this one only in their leading zeros, the shortest first; none if it has other characters than digits. */
export function withOtherZeros(medicaidId: string): readonly string[] {
  const digits = withoutLeadingZeros(medicaidId);
  if (digits === null) return [];
  const { length } = foldedMedicaidId(medicaidId);
  const longest = Math.max(LONGEST_ID_OF_DIGITS, length);
  const all = Array.from({ length: longest - digits.length + 1 }, (_, zeros) => '0'.repeat(zeros) + digits);
  return all.filter((one) => one.length !== length);
}

/** The text in NFKC, with the decimal digits of every script as 0 to 9. */
export function withAsciiDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    // Unicode keeps the ten digits of a script together, in ascending order.
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });
}

/** The state of one member's one benefit. `refused` are the referrals that came too late. */
export type EligibilityState = { readonly refused: readonly string[] } & (
  | { readonly status: 'unknown' }
  | ({ readonly status: 'eligible'; readonly programme: RewardProgramme } & KnownBirth)
  | ({ readonly status: 'redeemed'; readonly referralId: string } & KnownBirth)
  /** The benefit continues in the stream of `intoId`. `referralId` is the order that had redeemed it in this stream; null: none had. */
  | { readonly status: 'merged'; readonly intoId: string; readonly referralId: string | null }
);

/** The date of birth that counts. */
export interface KnownBirth {
  /** The keyed hash of `eligiblePatientKey`; null in a stream from before decision 95, whose id it is. */
  readonly datedId: string | null;
  /** The line of the file that stated it, and when it was imported; null: not from a file, or from before decision 95. */
  readonly source: BirthSource | null;
}

/** Which import a date of birth comes from. */
export interface BirthSource {
  readonly line: number;
  readonly at: string;
}

export const NOT_REGISTERED: EligibilityState = { status: 'unknown', refused: [] };

export function evolve(state: EligibilityState, event: EligibilityEvent): EligibilityState {
  switch (event.type) {
    case 'EligiblePatientRegistered': {
      const { programme, datedId = null, line, registeredAt } = event.data;
      const source = line === undefined ? null : { line, at: registeredAt };
      return { status: 'eligible', programme, datedId, source, refused: state.refused };
    }
    case 'DateOfBirthCorrected': {
      if (state.status !== 'eligible' && state.status !== 'redeemed') return state;
      const { datedId, line, correctedAt } = event.data;
      return { ...state, datedId, source: { line, at: correctedAt } };
    }
    case 'BenefitRedeemed': {
      const birth = state.status === 'eligible' ? state : { datedId: null, source: null };
      const { datedId, source } = birth;
      return { status: 'redeemed', referralId: event.data.referralId, datedId, source, refused: state.refused };
    }
    case 'EligiblePatientMerged':
      return {
        status: 'merged',
        intoId: event.data.intoId,
        referralId: state.status === 'redeemed' ? state.referralId : null,
        refused: state.refused,
      };
    case 'RedemptionRefused':
      return { ...state, refused: [...state.refused, event.data.referralId] };
    default:
      return unknownEvent(event);
  }
}

/** The id of the stream in which the benefit can be redeemed now; null: this one, or an order had redeemed the benefit in this one. */
export const continuesIn = (state: EligibilityState): string | null =>
  state.status === 'merged' && state.referralId === null ? state.intoId : null;

/** The outcome of an order's request for the benefit. */
export type Redemption = 'redeemed' | 'refused' | 'pending';

/** `pending`: the worker has not processed this order yet. */
export function redemptionOf(state: EligibilityState, referralId: string): Redemption {
  const isRedeemed = state.status === 'redeemed' || state.status === 'merged';
  if (isRedeemed && state.referralId === referralId) return 'redeemed';
  return state.refused.includes(referralId) ? 'refused' : 'pending';
}
