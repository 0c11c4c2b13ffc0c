import { useFoundRecertifications } from '../../../live/use-recertifications.js';
import { FoundRecertifications } from '../../../ui/recertification-list.js';

/** The recertifications that match a search of the referrals. The code is loaded when somebody searches. */
export function RecertificationsOfSearch({ search }: { readonly search: string }) {
  return <FoundRecertifications rows={useFoundRecertifications(search).data?.rows ?? []} />;
}
