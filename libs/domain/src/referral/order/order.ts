/** The referral source that has UHC codes. */
export const UHC_SOURCE = 'uhc file';

/** What a referrer orders for a member (ordering specification, section 3). Optional text is null if it was left empty. */
export interface Order {
  readonly referralInfo: ReferralInfo;
  readonly memberInfo: MemberInfo;
  readonly physicianInfo: PhysicianInfo;
  readonly insuranceInfo: InsuranceInfo;
  readonly items: readonly OrderedItem[];
  /** Null where the cart asks for no baby information. */
  readonly babyInfo: BabyInfo | null;
  /** Additional information, free text, 8000 characters at most. */
  readonly otherInfo: string | null;
  /** Comma-joined, alphanumeric; only with source `UHC_SOURCE`. */
  readonly uhcCodes: string | null;
  /** The key of the member in the sender's own system; absent where there is none. */
  readonly patientKey?: string;
  /** Names of the files that are to follow the order, as chosen by its sender; absent if there are none. */
  readonly attachments?: readonly string[] | undefined;
}

export interface ReferralInfo {
  readonly lastName: string;
  readonly firstName: string;
  readonly email: string;
  /** 10 digits. */
  readonly phone: string;
  readonly referralSource: string;
  readonly company: string | null;
  readonly sendNotificationsFlag: boolean;
}

export type Gender = 'Male' | 'Female' | 'Other';

export interface MemberInfo {
  readonly lastName: string;
  readonly firstName: string;
  /** YYYY-MM-DD. */
  readonly DOB: string;
  readonly gender: Gender;
  /** 10 digits. */
  readonly phone: string;
  /** Alternate contact's phone, 10 digits. */
  readonly ACPhone: string | null;
  readonly preferredLang: string | null;
  readonly email: string | null;
  /** Alternate contact's e-mail. */
  readonly ACEmail: string | null;
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** 5 digits or 5+4. */
  readonly zip: string;
  /** Inches, 1 to 99. */
  readonly height: number | null;
  /** Pounds, 1 to 2000. */
  readonly weight: number | null;
  readonly allergies: string | null;
  readonly diag: string | null;
}

export interface PhysicianInfo {
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly NPI: string | null;
  readonly phone: string | null;
  readonly fax: string | null;
  readonly email: string | null;
}

export interface InsuranceInfo {
  readonly insuranceType: { readonly medicare: boolean; readonly medicaid: boolean; readonly commercial: boolean };
  readonly medicareId: string | null;
  readonly medicaidId: string | null;
  readonly commIns1Name: string | null;
  readonly commIns1Id: string | null;
  readonly commIns2Name: string | null;
  readonly commIns2Id: string | null;
  readonly waiverBenefits: string | null;
  /** The payor's plan, where the form fixes it. */
  readonly plan?: string;
}

export interface BabyInfo {
  readonly lastName: string | null;
  readonly firstName: string | null;
  /** YYYY-MM-DD. */
  readonly dueDate: string;
  readonly nicu: boolean;
}

export interface OrderedItem {
  /** 1, 2, … within the referral, in the order of the cart. */
  readonly id: number;
  readonly itemCategory: string;
  /** The catalogue's id; null for a custom item. */
  readonly catalogueId: string | null;
  /** Name of the item. */
  readonly item: string;
  readonly option: { readonly id: string; readonly name: string; readonly hcpcs: string | null } | null;
  readonly hcpcs: string | null;
  readonly description: string | null;
  /** The file of its picture in the catalogue; null or absent: it has none. */
  readonly image?: string | null;
  readonly qty: number;
}
