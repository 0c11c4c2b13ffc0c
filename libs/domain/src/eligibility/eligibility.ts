import type { RewardProgramme } from '../kernel/terms.js';
import { unknownEvent } from '../kernel/decider.js';
import type { EligibilityEvent } from './eligibility.events.js';

/** A member as written by the member, a health plan's file or an order. */
export interface EligiblePatient {
  readonly programme: RewardProgramme;
  readonly medicaidId: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
}

/**
 * The text of which a keyed hash is the id of a member's benefit: one for each Medicaid ID of a programme, whatever the date of birth. The
 * hashes are in stored events: never change what an ID of ASCII characters comes to.
 */
export function benefitKey({ programme, medicaidId }: Pick<EligiblePatient, 'programme' | 'medicaidId'>): string {
  return `${programme}\n${foldedMedicaidId(medicaidId)}`;
}

/** The same with the date of birth, which is stored in this form only. Until decision 95 it was the id of the benefit. */
export function eligiblePatientKey(patient: EligiblePatient): string {
  return `${benefitKey(patient)}\n${patient.dateOfBirth}`;
}

/** A Medicaid ID without what depends on how it was typed or copied: case, spaces, dashes, invisible characters, wide letters, other digits. */
export function foldedMedicaidId(text: string): string {
  return withAsciiDigits(text)
    .replaceAll(/[\s\p{Z}\p{Pd}\u2212\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase();
}

/** Digits of the longest ID that is looked for with other zeros before it: no health plan's are longer. */
const LONGEST_ID_OF_DIGITS = 20;

/** An ID of digits without the zeros before it, which spreadsheet programs take away; null: it is not of digits alone. */
export function withoutLeadingZeros(medicaidId: string): string | null {
  const folded = foldedMedicaidId(medicaidId);
  return /^\d+$/.test(folded) ? folded.replace(/^0+/, '') : null;
}

/** All IDs that differ from this one by the zeros before it alone, the shortest first; none where it is not of digits alone. */
export function withOtherZeros(medicaidId: string): readonly string[] {
  const digits = withoutLeadingZeros(medicaidId);
  if (digits === null) return [];
  const { length } = foldedMedicaidId(medicaidId);
  const longest = Math.max(LONGEST_ID_OF_DIGITS, length);
  const all = Array.from({ length: longest - digits.length + 1 }, (_, zeros) => '0'.repeat(zeros) + digits);
  return all.filter((one) => one.length !== length);
}

/** NFKC, with the decimal digits of every script as 0 to 9. */
export function withAsciiDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    // Unicode keeps the ten digits of a script together, in ascending order.
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });
}

/** One member's one benefit. `refused` are the referrals that came too late. */
export type EligibilityState = { readonly refused: readonly string[] } & (
  | { readonly status: 'unknown' }
  | ({ readonly status: 'eligible'; readonly programme: RewardProgramme } & KnownBirth)
  | ({ readonly status: 'redeemed'; readonly referralId: string } & KnownBirth)
  /** The benefit continues in the stream of `intoId`. `referralId`: of the order that had redeemed it here; null: none. */
  | { readonly status: 'merged'; readonly intoId: string; readonly referralId: string | null }
);

/** Which date of birth counts. */
export interface KnownBirth {
  /** The keyed hash of `eligiblePatientKey`; null in a stream from before decision 95, whose id it is. */
  readonly datedId: string | null;
  /** The line of the file that named it, and when; null: not from a file, or from before decision 95. */
  readonly source: BirthSource | null;
}

/** Where a date of birth comes from. */
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

/** The stream in which the benefit is to be had now, by its id; null: it is this one, or an order had redeemed the benefit in this one. */
export const continuesIn = (state: EligibilityState): string | null =>
  state.status === 'merged' && state.referralId === null ? state.intoId : null;

/** What became of the benefit that an order asked for. */
export type Redemption = 'redeemed' | 'refused' | 'pending';

/** `pending`: the worker has not come to this order yet. */
export function redemptionOf(state: EligibilityState, referralId: string): Redemption {
  const isRedeemed = state.status === 'redeemed' || state.status === 'merged';
  if (isRedeemed && state.referralId === referralId) return 'redeemed';
  return state.refused.includes(referralId) ? 'refused' : 'pending';
}
