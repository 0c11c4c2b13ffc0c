import { itemsOf, type RecertificationDetail, type ReferralDetail } from '@throughline/contracts';
import { RECERTIFIED_CATEGORIES, FIRST_RECERT_TASK } from '@throughline/domain';

/** The values of the form, as typed. */
export interface RecertificationDraft {
  task: string;
  taskData: {
    renews: string;
    itemCategory: string;
    member: { lastName: string; firstName: string; DOB: string; phone: string; state: string; medicaidId: string };
    physician: { lastName: string; firstName: string; phone: string; fax: string };
    certifiedUntil: string;
    startOn: string;
    note: string;
  };
}

export const emptyDraft = (renews: string): RecertificationDraft => ({
  task: FIRST_RECERT_TASK,
  taskData: {
    renews,
    itemCategory: '',
    member: { lastName: '', firstName: '', DOB: '', phone: '', state: '', medicaidId: '' },
    physician: { lastName: '', firstName: '', phone: '', fax: '' },
    certifiedUntil: '',
    startOn: '',
    note: '',
  },
});

/** A draft that recertifies a supply of this referral. */
export function draftOf(referral: ReferralDetail): RecertificationDraft {
  const { referralId, memberInfo, physicianInfo, insuranceInfo } = referral;
  const { lastName, firstName, DOB, phone, state } = memberInfo;
  const ordered = itemsOf(referral).map(({ itemCategory }) => itemCategory);
  const { taskData, ...draft } = emptyDraft(referralId);
  return {
    ...draft,
    taskData: {
      ...taskData,
      itemCategory: RECERTIFIED_CATEGORIES.find((category) => ordered.includes(category)) ?? '',
      member: { lastName, firstName, DOB, phone, state, medicaidId: insuranceInfo.medicaidId ?? '' },
      physician: {
        lastName: physicianInfo.lastName ?? '',
        firstName: physicianInfo.firstName ?? '',
        phone: physicianInfo.phone ?? '',
        fax: physicianInfo.fax ?? '',
      },
    },
  };
}

/** States which people `draftOf` found in the referral. */
export const filledInWords = ({ physicianInfo: { lastName, firstName } }: Pick<ReferralDetail, 'physicianInfo'>) =>
  lastName || firstName
    ? 'Member and physician were filled in from it.'
    : 'The member was filled in from it. It names no physician.';

/** The values that can be corrected, as typed. */
export type RecertificationCorrection = Pick<
  RecertificationDraft['taskData'],
  'itemCategory' | 'member' | 'physician' | 'certifiedUntil'
>;

export const correctionOf = ({
  itemCategory,
  member,
  physician,
  certifiedUntil,
}: RecertificationDetail): RecertificationCorrection => ({
  itemCategory,
  member: { ...member, medicaidId: member.medicaidId ?? '' },
  physician: {
    lastName: physician.lastName,
    firstName: physician.firstName ?? '',
    phone: physician.phone ?? '',
    fax: physician.fax ?? '',
  },
  certifiedUntil: certifiedUntil ?? '',
});
