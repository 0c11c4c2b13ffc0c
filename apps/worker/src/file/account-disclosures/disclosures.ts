import type { Viewer } from '@throughline/contracts';
import { inCentralTime } from '@throughline/domain';
import { BYTE_ORDER_MARK, csvLine } from '@throughline/platform';

/** Several viewings of one case by one person on one screen (45 CFR 164.528(b)(3)). */
export interface Disclosure {
  readonly caseId: string;
  /** ISO 8601. */
  readonly first: string;
  readonly last: string;
  readonly times: number;
  readonly to: string;
  readonly company: string;
  readonly role: string;
  readonly what: string;
  readonly why: string;
}

/** Oldest first. */
export const disclosuresIn = (seen: ReadonlyMap<string, readonly Viewer[]>): readonly Disclosure[] =>
  [...seen]
    .flatMap(([caseId, viewers]) =>
      viewers.flatMap((viewer) =>
        viewer.screens.map(({ screen, first, last, times, downloads }) => ({
          caseId,
          first,
          last,
          times,
          to: recipientOf(viewer),
          company: viewer.company ?? (viewer.isCompanyRecorded ? '' : 'not recorded'),
          role: ROLES[viewer.role] ?? viewer.role,
          what: `${screen}: ${SHOWN[screen] ?? 'the data of the referral that this screen has'}${downloads > 0 ? `; downloaded ${downloads} of ${times} times` : ''}`,
          why: purposeOf(viewer, screen),
        })),
      ),
    )
    .sort((one, other) => one.first.localeCompare(other.first));

function recipientOf({ userId, name, email }: Viewer): string {
  if (userId === null) return 'Somebody who was not signed in';
  if (userId.startsWith('os:')) return `User ${userId.slice('os:'.length)} of the server`;
  return email === null ? (name ?? userId) : name === null ? email : `${name}, ${email}`;
}

const ROLES: Readonly<Record<string, string>> = {
  anonymous: 'not signed in',
  referrer: 'referrer',
  staff: 'staff of the provider',
  ops: 'operations of the provider',
  admin: 'administrator of the provider',
  operator: 'operator of the portal, by command',
};

const LIST = 'member’s name, status and task of the referral';
const WHOLE = 'member, insurance, items, physician and status of the referral';
const PUBLIC = 'date, steps and carrier of the referral, without the member';
const NOTES = 'notes about the referral';
const TASK = 'member, items and task of the referral';

/** What each screen of the access log shows. */
const SHOWN: Readonly<Record<string, string>> = {
  'Accounting of disclosures': 'to whom the data of the referral was disclosed',
  'Check Status': 'that the referral exists, with its ID',
  Corrections: 'what was corrected in the referral, before and after',
  Evidence:
    'everything about the referral, with its documents and who saw it; or the proofs alone, without personal data',
  File: 'a document of the referral',
  Files: 'names and types of the documents of the referral',
  History: 'every event of the referral, with all of its data',
  'Internal notes': 'notes of the provider about the referral',
  'Limited referral': PUBLIC,
  Notes: NOTES,
  'Notes list': `${NOTES}, with the member’s name`,
  Notifications: 'what happened to the referral, with the member’s name',
  Queue: LIST,
  'Queue, live': LIST,
  'Queue, suggested searches': 'member’s name',
  'Queue export': `${LIST}, in a file`,
  Recertifications: 'member’s name and supply of the recertification',
  Referral: WHOLE,
  'Referral, live': WHOLE,
  'Referrals list': LIST,
  'Referrals list, live': LIST,
  'Referrals list, suggested searches': 'member’s name',
  'Referrals of the member': 'that the member has the referral, with its date and status',
  'Same referrals': 'that the same referral was sent before, with its ID',
  Submission: 'whether the referral was received, with its documents and benefit',
  'Submission, live': 'whether the referral was received, with its documents and benefit',
  Task: TASK,
  'Tasks of the referral': 'tasks and items of the referral',
  Tracking: 'carriers and numbers of the parcels of the referral',
  'Who saw this': 'who saw the referral, and when',
};

/** Why: by what the person was to the order. The portal asks nobody for a reason. */
function purposeOf({ role }: Viewer, screen: string): string {
  if (role === 'referrer') return 'Treatment and payment: the referral is theirs or their company’s';
  if (role === 'staff') return 'Treatment and payment: work on the referral';
  if (role === 'ops') return 'Health care operations: audit';
  if (role === 'admin') return 'Health care operations: administration of the portal';
  if (role === 'operator') return screen;
  if (screen.startsWith('Submission')) return 'Treatment: the browser had just sent the referral';
  return screen === 'Check Status'
    ? 'Asked by the ID of the referral, or by name and date of birth of the member'
    : 'Asked by the ID of the referral';
}

const COLUMNS = ['First', 'Last', 'Times', 'To whom', 'Company', 'Role', 'What', 'Why', 'Referral'];

export const cellsOf = ({
  first,
  last,
  times,
  to,
  company,
  role,
  what,
  why,
  caseId,
}: Disclosure): readonly string[] => [
  inCentralTime(first),
  inCentralTime(last),
  String(times),
  to,
  company,
  role,
  what,
  why,
  caseId,
];

export const disclosuresCsv = (disclosures: readonly Disclosure[]): string =>
  BYTE_ORDER_MARK + [COLUMNS, ...disclosures.map(cellsOf)].map(csvLine).join('');
