import type { Act } from '@throughline/contracts';
import { isRecertificationId, pathTo } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { AS_OF } from '../../../past/past.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { ChangeText } from '../as-of/fact-list.js';

type ActFactsProps = { readonly act: Pick<Act, 'detail' | 'caseId' | 'subject' | 'position'> };

/** What an act changed, and what it was on. */
export const ActFacts = ({ act: { detail, caseId, subject, position } }: ActFactsProps) => (
  <>
    {detail.map(({ field, from, to }) => (
      <Typography key={field} variant="body2">
        <Box component="span" sx={{ color: 'text.secondary' }}>{`${field} `}</Box>
        <ChangeText from={from} to={to} />
      </Typography>
    ))}
    <Typography variant="body2" color="textSecondary">
      {caseId === null ? (
        subject?.name
      ) : (
        <>
          {isRecertificationId(caseId) ? 'Recertification ' : 'Referral '}
          <ReferralId id={caseId} to={`${pathTo.audit(caseId)}?${AS_OF}=${position}`} copyable={false} />, as it was
          then
        </>
      )}
    </Typography>
  </>
);
