import type { RecertificationRow } from '@throughline/contracts';
import { pathTo } from '@throughline/domain';
import { Box, Chip, Link, Paper, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { ReferralDigits } from '../ui/words/referral-digits.js';
import { useFoundRecertifications } from './use-recertifications.js';
import { VisuallyHidden } from '../ui/visually-hidden.js';
import { When } from '../ui/words/when.js';

interface RecertificationListProps {
  readonly rows: readonly RecertificationRow[];
  /** Shows the member's name. Left out if the page already shows it. */
  readonly withMember?: boolean;
  /** Opens links in a new tab, for a page with unsaved input. */
  readonly inNewTab?: boolean;
  /** The target of a row's link; by default its task. */
  readonly addressOf?: (row: RecertificationRow) => string;
}

const COLORS = { open: 'primary', certified: 'success', stopped: 'error' } as const;

/** Recertifications, each with a link to its current or last task. */
export function RecertificationList({
  rows,
  withMember = false,
  inNewTab = false,
  addressOf = ({ taskId }) => pathTo.task(taskId),
}: RecertificationListProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.recertificationId}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 2,
            rowGap: 0.5,
            alignItems: 'center',
            py: 1,
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Link
            component={RouterLink}
            to={addressOf(row)}
            {...(inNewTab && { target: '_blank' })}
            sx={{ whiteSpace: 'nowrap' }}
          >
            <ReferralDigits id={row.recertificationId} />
            {inNewTab ? <VisuallyHidden> (opens in a new tab)</VisuallyHidden> : null}
          </Link>
          {withMember ? (
            <Typography component="span">
              {row.memberFirstName} {row.memberLastName}
            </Typography>
          ) : null}
          <Typography component="span" sx={{ flexGrow: 1 }}>
            {row.itemCategory}
          </Typography>
          <Chip size="small" variant="outlined" color={COLORS[row.status]} label={statusWords(row)} />
          <Typography component="span" variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            Opened <When at={row.openedAt} />
            {row.openedBy === null ? null : ` by ${row.openedBy}`}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Recertifications that a search of referrals also finds. They are listed separately, because the table has only referrals. */
export function FoundRecertifications({ rows, ...list }: Pick<RecertificationListProps, 'rows' | 'addressOf'>) {
  if (rows.length === 0) return null;
  return (
    <Paper variant="outlined" component="section" aria-label="Recertifications found" sx={{ px: 2, py: 1, mb: 2 }}>
      <Typography variant="h3" component="h2">
        Recertifications
      </Typography>
      <RecertificationList rows={rows} withMember {...list} />
    </Paper>
  );
}

/** The recertifications that match a search of the referrals. */
export function RecertificationsOfSearch({ search }: { readonly search: string }) {
  return <FoundRecertifications rows={useFoundRecertifications(search).data?.rows ?? []} />;
}

function statusWords({ status, task }: RecertificationRow): string {
  switch (status) {
    case 'open':
      return task;
    case 'certified':
      return 'Certified';
    case 'stopped':
      return 'Stopped';
  }
}
