import type { ReferralsOfMember } from '@throughline/contracts';
import { Alert, Button, Link as TextLink, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { call } from '../../../api/api.js';
import { queryClient } from '../../../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../../../live/use-live-topic.js';
import { OTHERS_PLACE } from '../../../case/member-facts.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import type { OfMemberProps } from './list-of-member.js';
import { countsOf } from './of-member.js';
import english from '../../../../texts/en/same-orders.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('same-orders', english);

// Few referrals are the same as another: what the list needs is loaded for those.
const ListOfMember = onDemand(async () => (await import('./list-of-member.js')).ListOfMember);

const QUERY = 'referrals-of-member';
/** Changes within this time are read together. */
const READ_INTERVAL_MS = 1_000;

/**
 * The other referrals of the member that the reader may see, as of when the page is opened or looked at again. While the same order may
 * still come a second time, they are live for `isLive`.
 */
export function useReferralsOfMember(referralId: string, { isLive }: { readonly isLive: boolean }) {
  const reading = useQuery({
    queryKey: [QUERY, referralId],
    queryFn: ({ signal }) => call('GET /referrals/referral/{id}/of-member', { params: { id: referralId } }, { signal }),
    refetchOnWindowFocus: 'always',
  });
  const { changes } = useLiveTopic(isLive && reading.data?.mayGrow ? { name: 'referral-list' } : null, reading);
  useInvalidateOnChanges(queryClient, QUERY, changes, READ_INTERVAL_MS);
  return reading;
}

interface SameOrdersProps extends Pick<OfMemberProps, 'member'> {
  readonly referralId: string;
}

/**
 * Warns the provider's people that the same order was also sent within minutes of this one (docs/decisions/0107). Renders nothing if it was
 * not.
 */
export function SameOrders({ referralId, member }: SameOrdersProps) {
  const t = useTexts();
  const { data, isError, refetch } = useReferralsOfMember(referralId, { isLive: true });
  if (data === undefined) {
    if (!isError) return null;
    const retry = (
      <Button color="inherit" size="small" onClick={() => void refetch()}>
        {t('tryAgain')}
      </Button>
    );
    return (
      <Alert severity="warning" role="status" sx={{ mb: 3 }} action={retry}>
        {t('failed')}
      </Alert>
    );
  }
  const same = data.rows.filter((row) => row.isSameOrder);
  return same.length === 0 ? null : <Warning same={same.toReversed()} member={member} />;
}

/** How many of them are named from the beginning: a referral may have twenty, and its work is below. */
const NAMED = 3;

interface WarningProps extends Pick<OfMemberProps, 'member'> {
  readonly same: ReferralsOfMember['rows'];
}

function Warning({ same, member }: WarningProps) {
  const t = useTexts();
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const more = same.length - NAMED;
  const { ofMember, ofNamesake } = countsOf(same);
  const whom = ofNamesake === 0 ? 'member' : ofMember === 0 ? 'namesake' : 'both';
  return (
    <Alert severity="warning" role="status" sx={{ mb: 3 }}>
      {t('sameOrder', { count: same.length, whom })}
      <ListOfMember id={list} rows={isOpen ? same : same.slice(0, NAMED)} member={member} />
      {more > 0 ? (
        <Button
          color="inherit"
          size="small"
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
          sx={{ ml: '-10px' }}
        >
          {isOpen ? t('fewerSame', { count: NAMED }) : t('moreSame', { count: more })}
        </Button>
      ) : null}
    </Alert>
  );
}

/** How many other referrals the member has, apart from those of a person who may be another one. */
export function useOthersInWords(others: Pick<ReferralsOfMember, 'rows' | 'hasMore'> | undefined): string {
  const t = useTexts();
  const { ofMember, ofNamesake } = countsOf(others?.rows ?? []);
  const count = ofMember + ofNamesake;
  if (others?.hasMore) return t(ofNamesake === 0 ? 'manyOthers' : 'manyOfBoth', { count });
  if (ofNamesake === 0) return t('others', { count });
  return ofMember === 0 ? t('namesakes', { count }) : t('both', { count: ofMember, namesakes: ofNamesake });
}

interface OtherReferralsProps {
  readonly referralId: string;
  /** The query of the address at which the page lists them. By default the one it is at. */
  readonly search?: string;
  /** Shown until they are read. */
  readonly lines: ReactNode;
}

/** How many other referrals the member has, as a link to the list of them further down. Renders nothing if they cannot be read. */
export function OtherReferrals({ referralId, search, lines }: OtherReferralsProps) {
  const here = useLocation();
  const { data, isError } = useReferralsOfMember(referralId, { isLive: false });
  const words = useOthersInWords(data);
  if (!data) return isError ? null : lines;
  if (data.rows.length === 0) return <Typography color="textSecondary">{words}</Typography>;
  const to = { search: search ?? here.search, hash: OTHERS_PLACE };
  return (
    <TextLink component={Link} to={to} state={here.state as unknown}>
      {words}
    </TextLink>
  );
}
