import { useAtomValue } from 'jotai';
import { useParams } from 'react-router-dom';
import { sessionAtom } from '../../../session/session.js';
import { Page } from '../../../ui/page.js';
import { FullDetail } from '../detail/full-detail.js';
import { LimitedDetail } from '../detail/limited-detail.js';

/** /referral/{id}: the whole referral for who is signed in and may see it, its bare progress for anybody else. */
export function ReferralDetailPage() {
  const { id = '' } = useParams();
  const session = useAtomValue(sessionAtom);
  switch (session.status) {
    case 'initial':
      return <Page title={`Referral ${id}`} loading />;
    case 'loggedIn':
      return <FullDetail key={id} referralId={id} user={session.user} />;
    case 'loggedOut':
      return <LimitedDetail key={id} referralId={id} signedIn={false} />;
  }
}
