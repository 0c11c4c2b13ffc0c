import { useFoundRecertifications } from '../../../live/use-recertifications.js';
import { FoundRecertifications } from '../../../ui/recertification-list.js';

/** Loaded when somebody searches the referrals. */
export function RecertificationsOfSearch({ search }: { readonly search: string }) {
  return <FoundRecertifications rows={useFoundRecertifications(search).data?.rows ?? []} />;
}
