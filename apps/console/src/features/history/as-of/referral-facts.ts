import { dayInWords, dueDay, type ItemAsOf, type ReferralAsOf, type TaskAsOf } from '@throughline/domain';
import { formatPhone } from '../../../ui/phone.js';

/** Something that can be said of a referral, under a name that stays the same from moment to moment. */
export interface Fact {
  readonly key: string;
  readonly label: string;
  readonly value: string | null;
}

export interface FactSection {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** All that the as-of view shows; what differs in it between two moments is what changed. */
export function allFacts(referral: ReferralAsOf): readonly Fact[] {
  return [
    ...overviewFacts(referral),
    ...referral.items.flatMap((item) => itemFacts(referral, item)),
    ...referral.tasks.flatMap(taskFacts),
    ...informationSections(referral).flatMap(({ facts }) => facts),
  ];
}

export function overviewFacts({ status, files }: ReferralAsOf): readonly Fact[] {
  return [
    { key: 'status', label: 'Status', value: status },
    { key: 'files', label: 'Files', value: files.map(({ fileName }) => fileName).join(', ') || null },
  ];
}

/** Where the item is. */
export const taskKey = ({ id }: ItemAsOf) => `item/${id}/task`;

export function itemFacts({ tracking }: ReferralAsOf, item: ItemAsOf): readonly Fact[] {
  const { id, currentTask, stoppedReason } = item;
  const parcels = tracking.filter(({ itemIds }) => itemIds.includes(id));
  return [
    { key: taskKey(item), label: 'Task', value: placeOf(item) },
    {
      key: `item/${id}/stopped`,
      label: 'Stopped reason',
      value: currentTask?.name === 'Stopped' ? stoppedReason : null,
    },
    { key: `item/${id}/tracking`, label: 'Tracking', value: parcels.map(parcelText).join(', ') || null },
  ];
}

const parcelText = ({ carrier, number }: { carrier: string; number: string }) => `${carrier} ${number}`;

function placeOf({ currentTask }: ItemAsOf): string {
  if (currentTask === null) return 'Not yet in a task';
  if (currentTask.completedDate === null) return currentTask.name;
  return currentTask.name === 'Stopped' ? 'Canceled' : `${currentTask.name}, completed`;
}

export function taskFacts({ taskId, assignee, dueAt, fellDue, completedAt }: TaskAsOf): readonly Fact[] {
  const overdue = fellDue && completedAt === null ? ', overdue' : '';
  return [
    { key: `task/${taskId}/assignee`, label: 'Assigned to', value: assignee?.name ?? 'Nobody' },
    {
      key: `task/${taskId}/due`,
      label: 'Due',
      value: dueAt === null ? null : `${dayInWords(dueDay(dueAt))}${overdue}`,
    },
  ];
}

/** What was ordered, for whom and by whom. */
export function informationSections({ order }: ReferralAsOf): readonly FactSection[] {
  const { referralInfo, memberInfo, physicianInfo, insuranceInfo, babyInfo } = order;
  return [
    section('Referrer', {
      Name: fullName(referralInfo),
      Email: referralInfo.email,
      Phone: phone(referralInfo.phone),
      Company: referralInfo.company,
      Source: referralInfo.referralSource,
      'UHC codes': order.uhcCodes,
    }),
    section('Member', {
      Name: fullName(memberInfo),
      'Date of birth': memberInfo.DOB,
      Gender: memberInfo.gender,
      Phone: phone(memberInfo.phone),
      Email: memberInfo.email,
      'Preferred language': memberInfo.preferredLang,
      'Alternate contact phone': phone(memberInfo.ACPhone),
      'Alternate contact email': memberInfo.ACEmail,
      Address: joined(', ', memberInfo.address1, memberInfo.address2),
      'City, state, zip': `${memberInfo.city}, ${memberInfo.state} ${memberInfo.zip}`,
      Height: memberInfo.height === null ? null : `${memberInfo.height} in`,
      Weight: memberInfo.weight === null ? null : `${memberInfo.weight} lb`,
      Allergies: memberInfo.allergies,
      Diagnosis: memberInfo.diag,
    }),
    section('Physician', {
      Name: fullName(physicianInfo),
      NPI: physicianInfo.NPI,
      Phone: phone(physicianInfo.phone),
      Fax: phone(physicianInfo.fax),
      Email: physicianInfo.email,
    }),
    section('Insurance', {
      'Medicaid ID': insuranceInfo.medicaidId,
      'Medicare ID': insuranceInfo.medicareId,
      'Commercial plan 1': joined(' · ', insuranceInfo.commIns1Name, insuranceInfo.commIns1Id),
      'Commercial plan 2': joined(' · ', insuranceInfo.commIns2Name, insuranceInfo.commIns2Id),
      'Waiver benefits': insuranceInfo.waiverBenefits,
    }),
    ...(babyInfo === null
      ? []
      : [
          section('Baby', {
            Name: fullName(babyInfo),
            'Due date': babyInfo.dueDate,
            NICU: babyInfo.nicu ? 'Yes' : 'No',
          }),
        ]),
    section('Other', { 'Additional information': order.otherInfo }),
  ];
}

function section(title: string, values: Readonly<Record<string, string | null>>): FactSection {
  return { title, facts: Object.entries(values).map(([label, value]) => ({ key: `${title}/${label}`, label, value })) };
}

const joined = (between: string, ...parts: readonly (string | null)[]) => parts.filter(Boolean).join(between) || null;
const fullName = ({ firstName, lastName }: { readonly firstName: string | null; readonly lastName: string | null }) =>
  joined(' ', firstName, lastName);
const phone = (digits: string | null) => (digits === null ? null : formatPhone(digits));
