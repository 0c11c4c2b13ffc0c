import type { RecertificationFacts } from '../item-task/recertification.events.js';
import { dayInWords, fullName, phoneInWords } from '../kernel/terms.js';
import { labelled, type OrderFact } from '../referral/order/order-facts.js';

export interface RecertificationSection {
  readonly title: 'Member' | 'Physician' | 'Certification';
  readonly facts: readonly OrderFact[];
}

/** The facts of a recertification, in the words that the pages of its tasks and the audit share. */
export function recertificationSections({
  member,
  physician,
  itemCategory,
  certifiedUntil,
}: Pick<
  RecertificationFacts,
  'member' | 'physician' | 'itemCategory' | 'certifiedUntil'
>): readonly RecertificationSection[] {
  return [
    {
      title: 'Member',
      facts: labelled({
        Name: fullName(member),
        DOB: dayInWords(member.DOB),
        Phone: phoneInWords(member.phone),
        State: member.state,
        'Medicaid ID': member.medicaidId,
      }),
    },
    {
      title: 'Physician',
      facts: labelled({
        Name: fullName(physician),
        Phone: phoneInWords(physician.phone),
        Fax: phoneInWords(physician.fax),
      }),
    },
    {
      title: 'Certification',
      facts: labelled({ Category: itemCategory, 'Certified until': certifiedUntil && dayInWords(certifiedUntil) }),
    },
  ];
}
