import type { User } from '@throughline/contracts';

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

export const seesQueue = (user: User | null): boolean => user !== null && user.role !== 'referrer';
export const seesAudit = (user: User | null): boolean => user?.role === 'ops' || user?.role === 'admin';

/** Where a person can go; everybody's places first (access specification, section 2). */
export function placesOf(user: User | null): readonly Place[] {
  return [...OPEN, ...(seesQueue(user) ? [QUEUE] : []), ...(seesAudit(user) ? [AUDIT] : [])];
}
