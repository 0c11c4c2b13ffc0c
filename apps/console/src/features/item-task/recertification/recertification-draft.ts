import { itemsOf, type RecertificationDetail, type ReferralDetail } from '@throughline/contracts';
import { RECERTIFIED_CATEGORIES, FIRST_RECERT_TASK } from '@throughline/domain';

/** The fields as they are typed. */
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
    ...{ certifiedUntil: '', startOn: '', note: '' },
  },
});

/** The draft of a recertification of what this referral ordered. */
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

/** What `draftOf` found in the referral. */
export const filledInWords = ({ physicianInfo: { lastName, firstName } }: Pick<ReferralDetail, 'physicianInfo'>) =>
  lastName || firstName
    ? 'Member and physician were filled in from it.'
    : 'The member was filled in from it. It names no physician.';

/** What can be corrected, as it is typed. */
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
