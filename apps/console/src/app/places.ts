import type { User } from '@throughline/contracts';
import { mayAudit, mayImportMembers, maySeeQueue } from '@throughline/domain';

export interface Place {
  readonly to: string;
  readonly label: string;
}

const OPEN: readonly Place[] = [
  { to: '/', label: 'Home' },
  { to: '/create-referral', label: 'New Referral' },
  { to: '/referrals', label: 'Referrals' },
];
const QUEUE: Place = { to: '/queue', label: 'Queue' };
const AUDIT: Place = { to: '/audit', label: 'Audit' };
const MEMBERS: Place = { to: '/admin/eligible-members', label: 'Eligible members' };

/** Where a person can go; everybody's places first (access specification, section 2). */
export function placesOf(user: User | null): readonly Place[] {
  return [
    ...OPEN,
    ...(user && maySeeQueue(user) ? [QUEUE] : []),
    ...(user && mayAudit(user) ? [AUDIT] : []),
    ...(user && mayImportMembers(user) ? [MEMBERS] : []),
  ];
}
