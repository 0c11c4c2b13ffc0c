import type { ReferralsOfMember as Read } from '@throughline/contracts';
import { fullName, pathTo } from '@throughline/domain';
import { Box, Button, Link as TextLink, Typography } from '@mui/material';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { OTHERS_PLACE } from '../../../case/member-facts.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { When } from '../../../ui/words/when.js';
import { firstOf } from './of-member.js';
import { useOthersInWords, useReferralsOfMember } from './same-orders.js';
import english from '../../../../texts/en/of-member.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('of-member', english);

interface ReferralsOfMemberProps {
  readonly referralId: string;
  readonly member: { readonly lastName: string; readonly firstName: string };
  /** Whether the page warns of the same orders, and so names them already. */
  readonly isWarned: boolean;
}

/** The other referrals of the member, newest first. Renders nothing if there are none, or if they cannot be read. */
export function ReferralsOfMember({ referralId, member, isWarned }: ReferralsOfMemberProps) {
  const { data } = useReferralsOfMember(referralId, { isLive: false });
  if (!data || data.rows.length === 0) return null;
  return <Others others={data} member={member} isWarned={isWarned} />;
}

interface OthersProps extends Pick<ReferralsOfMemberProps, 'member' | 'isWarned'> {
  readonly others: Read;
}

function Others({ others, member, isWarned }: OthersProps) {
  const { hasMore } = others;
  const rows = others.rows.filter((row) => !isWarned || !row.isSameOrder);
  const named = others.rows.length - rows.length;
  const t = useTexts();
  const title = useOthersInWords(others);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${OTHERS_PLACE}`) heading.current?.focus();
  }, [hash, key]);
  const shown = isOpen ? rows : firstOf(rows);
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 3 }}>
      <Typography id={id} ref={heading} tabIndex={-1} variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {named > 0 ? <Typography color="textSecondary">{t('named', { count: named })}</Typography> : null}
      <Box component="ul" sx={LIST}>
        {shown.map((row) => (
          <Box
            component="li"
            key={row.referralId}
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center', py: 0.25 }}
          >
            <ReferralId id={row.referralId} to={pathTo.referral(row.referralId)} status={row.status} copyable={false} />
            <StatusChip status={row.status} />
            <Typography component="span" color="textSecondary">
              <When at={row.submittedAt} />
              {' · '}
              {sameness(row, member)}
            </Typography>
          </Box>
        ))}
      </Box>
      {shown.length < rows.length ? (
        <Button size="small" onClick={() => setOpen(true)} sx={{ ml: -1 }}>
          {t('showAll', { count: rows.length })}
        </Button>
      ) : null}
      {shown.length === rows.length && hasMore ? (
        <TextLink component={Link} to={`/referrals?search=${encodeURIComponent(fullName(member))}`} variant="body2">
          {t('findAll')}
        </TextLink>
      ) : null}
    </Box>
  );

  /** By what the referral is taken to be of the same member. */
  function sameness(row: Read['rows'][number], { lastName, firstName }: OthersProps['member']): string {
    if (!row.isSameMedicaidId) {
      const end = row.otherMedicaidIdEnd;
      return end === null ? t('sameNameAndBirth') : t('otherMedicaidId', { end });
    }
    const isSameName = row.memberLastName === lastName && row.memberFirstName === firstName;
    const name = fullName({ lastName: row.memberLastName, firstName: row.memberFirstName });
    return isSameName ? t('sameMedicaidId') : t('sameMedicaidIdOtherName', { name });
  }
}

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;
