import type { DomainEvent } from '../../kernel/event.js';
import type { Order, OrderedItem } from '../order/order.js';

/*
 * Corrections of a submitted order, recorded as the facts that changed. Stored for ever: a row may gain fields, but never loses or renames
 * one. Stream: referral-{referralId}.
 */

/** The fields of the order that each event can change. `own`: the field is in no section. */
export const CORRECTED_FIELDS = {
  ReferrerCorrected: {
    section: 'referralInfo',
    fields: ['lastName', 'firstName', 'email', 'phone', 'referralSource', 'company', 'sendNotificationsFlag'],
  },
  MemberNameCorrected: { section: 'memberInfo', fields: ['lastName', 'firstName'] },
  MemberDemographicsCorrected: { section: 'memberInfo', fields: ['DOB', 'gender'] },
  MemberContactCorrected: {
    section: 'memberInfo',
    fields: ['phone', 'ACPhone', 'preferredLang', 'email', 'ACEmail'],
  },
  MemberAddressCorrected: { section: 'memberInfo', fields: ['address1', 'address2', 'city', 'state', 'zip'] },
  MemberClinicalFactsCorrected: { section: 'memberInfo', fields: ['height', 'weight', 'allergies', 'diag'] },
  PhysicianCorrected: {
    section: 'physicianInfo',
    fields: ['lastName', 'firstName', 'NPI', 'phone', 'fax', 'email'],
  },
  InsuranceCorrected: {
    section: 'insuranceInfo',
    fields: [
      'insuranceType',
      'medicareId',
      'medicaidId',
      'commIns1Name',
      'commIns1Id',
      'commIns2Name',
      'commIns2Id',
      'waiverBenefits',
    ],
  },
  BabyCorrected: { section: 'babyInfo', fields: ['lastName', 'firstName', 'dueDate', 'nicu'] },
  UhcCodesCorrected: { section: 'own', fields: ['uhcCodes'] },
  OtherInformationCorrected: { section: 'own', fields: ['otherInfo'] },
} as const satisfies { readonly [Type in string]: CorrectableFields };

type CorrectableFields = {
  [Name in SectionName]: { readonly section: Name; readonly fields: readonly (keyof Section<Name>)[] };
}[SectionName];

type SectionName = 'referralInfo' | 'memberInfo' | 'physicianInfo' | 'insuranceInfo' | 'babyInfo' | 'own';
type Section<Name extends SectionName> = Name extends keyof Order ? NonNullable<Order[Name]> : Order;

type Rows = typeof CORRECTED_FIELDS;
export type FactsCorrectedType = keyof Rows;
type Facts<Row extends Rows[FactsCorrectedType]> = Pick<
  Section<Row['section']>,
  Row['fields'][number] & keyof Section<Row['section']>
>;

/**
 * Facts of one row that were corrected together; only the fields that changed. A field that had no value before is absent from `before`.
 */
export type FactsCorrected = {
  [Type in FactsCorrectedType]: DomainEvent<
    Type,
    {
      readonly referralId: string;
      readonly before: Partial<Facts<Rows[Type]>>;
      readonly after: Partial<Facts<Rows[Type]>>;
      readonly correctedAt: string;
    }
  >;
}[FactsCorrectedType];

export type ItemQuantityChanged = DomainEvent<
  'ItemQuantityChanged',
  {
    readonly referralId: string;
    readonly itemId: number;
    readonly before: number;
    readonly after: number;
    readonly correctedAt: string;
  }
>;
export type ItemOptionChanged = DomainEvent<
  'ItemOptionChanged',
  {
    readonly referralId: string;
    readonly itemId: number;
    readonly before: OrderedItem['option'];
    readonly after: OrderedItem['option'];
    readonly correctedAt: string;
  }
>;
/** Its id is one more than the highest that an item of the referral ever had. */
export type ItemAdded = DomainEvent<
  'ItemAdded',
  { readonly referralId: string; readonly item: OrderedItem; readonly correctedAt: string }
>;
/** The item stays in the referral, marked as removed. */
export type ItemRemoved = DomainEvent<
  'ItemRemoved',
  { readonly referralId: string; readonly itemId: number; readonly correctedAt: string }
>;
export type ItemRestored = DomainEvent<
  'ItemRestored',
  { readonly referralId: string; readonly itemId: number; readonly correctedAt: string }
>;

export type CorrectionEvent =
  FactsCorrected | ItemQuantityChanged | ItemOptionChanged | ItemAdded | ItemRemoved | ItemRestored;

const OF_ITEMS: { readonly [Type in Exclude<CorrectionEvent['type'], FactsCorrectedType>]: true } = {
  ItemQuantityChanged: true,
  ItemOptionChanged: true,
  ItemAdded: true,
  ItemRemoved: true,
  ItemRestored: true,
};

export const CORRECTION_TYPES = [
  ...Object.keys(CORRECTED_FIELDS),
  ...Object.keys(OF_ITEMS),
] as readonly CorrectionEvent['type'][];

export const isFactsCorrected = (event: { readonly type: string }): event is FactsCorrected =>
  Object.hasOwn(CORRECTED_FIELDS, event.type);
export const isCorrection = (event: { readonly type: string }): event is CorrectionEvent =>
  isFactsCorrected(event) || Object.hasOwn(OF_ITEMS, event.type);
