import type { ReferralsOfMember } from '@throughline/contracts';
import { fullName, pathTo } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { When } from '../../../ui/words/when.js';
import english from '../../../../texts/en/same-orders.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('same-orders', english);

type Row = ReferralsOfMember['rows'][number];

export interface OfMemberProps {
  readonly rows: readonly Row[];
  readonly member: { readonly lastName: string; readonly firstName: string };
  readonly id?: string;
}

/** Referrals of the member: where each stands, and by what it is taken to be theirs. */
export function ListOfMember({ rows, member: { lastName, firstName }, id }: OfMemberProps) {
  const t = useTexts();
  return (
    <Box id={id} component="ul" sx={LIST}>
      {rows.map((row) => (
        <Box component="li" key={row.referralId} sx={LINE}>
          <ReferralId id={row.referralId} to={pathTo.referral(row.referralId)} status={row.status} copyable={false} />
          <StatusChip status={row.status} />
          <Typography component="span" color="textSecondary">
            <When at={row.submittedAt} />
            {' · '}
            {sameness(row)}
          </Typography>
        </Box>
      ))}
    </Box>
  );

  function sameness(row: Row): string {
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
const LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  alignItems: 'center',
  py: 0.25,
} as const;
