import type { ReferralsOfMember as Read } from '@throughline/contracts';
import { fullName } from '@throughline/domain';
import { Box, Button, Link as TextLink, Typography } from '@mui/material';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { OTHERS_PLACE } from '../../../case/member-facts.js';
import { firstOf } from './of-member.js';
import { ListOfMember } from './list-of-member.js';
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
      {named > 0 ? (
        <Typography color="textSecondary">
          {t(rows.length === 0 && !hasMore ? 'allNamed' : 'named', { count: named })}
        </Typography>
      ) : null}
      <ListOfMember rows={shown} member={member} />
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
}
