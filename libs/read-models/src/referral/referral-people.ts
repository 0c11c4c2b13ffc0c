import { companyOf } from '@throughline/domain';

/** The referrer's company: as their account had it, or as they wrote it. */
export function companyNameOf(companyId: number | null, asWritten: string | null): string | null {
  return companyOf(companyId)?.name ?? asWritten;
}

/** Who may be told of a change to a referral (the same rule as the domain's `mayReadReferral`). */
export function audienceOf(owners: {
  readonly companyId: number | null;
  readonly submitterUserId: string | null;
}): readonly string[] {
  const { companyId, submitterUserId } = owners;
  return [
    'staff',
    ...(companyId === null ? [] : [`company:${companyId}`]),
    ...(submitterUserId === null ? [] : [`user:${submitterUserId}`]),
  ];
}
