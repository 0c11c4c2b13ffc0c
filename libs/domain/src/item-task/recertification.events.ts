import { withFields } from '../kernel/corrections.js';
import type { DomainEvent } from '../kernel/event.js';

/*
 * A recertification, and corrections of it, recorded as the facts that changed. Stored for ever: a row may gain fields, but never loses or
 * renames one. Stream: recertification-{id}, which its tasks are in as well.
 */

/** Whose supply is to be certified again, and by whom. */
export interface RecertificationFacts {
  /** The referral whose order it renews; null: there is none in the portal. */
  readonly renews: string | null;
  /** The category of the supply, as of an item of an order. */
  readonly itemCategory: string;
  readonly member: {
    readonly lastName: string;
    readonly firstName: string;
    /** YYYY-MM-DD, like the other days here. */
    readonly DOB: string;
    readonly phone: string;
    readonly state: string;
    readonly medicaidId: string | null;
  };
  readonly physician: {
    readonly lastName: string;
    readonly firstName: string | null;
    readonly phone: string | null;
    readonly fax: string | null;
  };
  /** The day on which the certification ends that is to be renewed. */
  readonly certifiedUntil: string | null;
  /** Only the staff read it. */
  readonly note: string | null;
}

/** Begins a recertification. The supply is the only item of its tasks; its id is 1. */
export type RecertificationOpened = DomainEvent<
  'RecertificationOpened',
  RecertificationFacts & { readonly referralId: string; readonly openedAt: string }
>;

/** The fields that each event can change. `own`: the field is in no section. */
export const CORRECTED_RECERTIFICATION_FIELDS = {
  RecertifiedMemberCorrected: {
    section: 'member',
    fields: ['lastName', 'firstName', 'DOB', 'phone', 'state', 'medicaidId'],
  },
  CertifyingPhysicianCorrected: { section: 'physician', fields: ['lastName', 'firstName', 'phone', 'fax'] },
  CertificationCorrected: { section: 'own', fields: ['itemCategory', 'certifiedUntil'] },
} as const;

type Rows = typeof CORRECTED_RECERTIFICATION_FIELDS;
type CorrectedType = keyof Rows;
type SectionOf<Name> = Name extends 'member' | 'physician' ? RecertificationFacts[Name] : RecertificationFacts;
type Facts<Row extends Rows[CorrectedType]> = Partial<
  Pick<SectionOf<Row['section']>, Row['fields'][number] & keyof SectionOf<Row['section']>>
>;

/** Facts of one row that were corrected together; only the fields that changed. */
export type RecertificationCorrected = {
  [Type in CorrectedType]: DomainEvent<
    Type,
    {
      readonly referralId: string;
      readonly before: Facts<Rows[Type]>;
      readonly after: Facts<Rows[Type]>;
      readonly correctedAt: string;
    }
  >;
}[CorrectedType];

export const isRecertificationCorrected = (event: { readonly type: string }): event is RecertificationCorrected =>
  Object.hasOwn(CORRECTED_RECERTIFICATION_FIELDS, event.type);

/** Every fold of recertifications reads this. */
export const evolveRecertifiedFacts = <Of extends RecertificationFacts>(
  facts: Of,
  { type, data }: RecertificationCorrected,
): Of => withFields(facts, CORRECTED_RECERTIFICATION_FIELDS[type].section, data.after);
