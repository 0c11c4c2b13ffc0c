import type { LimitedReferral } from '@throughline/contracts';
import { Box, Chip, Paper, Stack, Typography } from '@mui/material';
import { Stepper } from '../../../ui/stepper.js';

/** Progress without anything about the member or what was ordered (QUALITY.md 1.5). */
export function LimitedStatus({ referral }: { readonly referral: LimitedReferral }) {
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {referral.groups.map((group, index) => (
        <Paper key={index} variant="outlined" component="section" sx={{ p: { xs: 2, sm: 3 } }}>
          <Typography variant="h3" component="h3" color={group.stopped ? 'error' : 'textPrimary'} sx={{ mb: 2 }}>
            {group.task}
            <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 2 }}>
              {group.itemCount === 1 ? '1 item' : `${group.itemCount} items`}
            </Typography>
          </Typography>
          <Stepper
            label={`Progress of ${group.task}`}
            steps={group.steps}
            note={group.steps.some(({ label }) => label === group.task) ? null : group.task}
            stopped={group.stopped}
          />
        </Paper>
      ))}
      {referral.carriers.length > 0 ? (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
          <Typography variant="body2" color="textSecondary">
            Sent with
          </Typography>
          {referral.carriers.map((carrier) => (
            <Chip key={carrier} size="small" variant="outlined" label={carrier} />
          ))}
        </Stack>
      ) : null}
    </Box>
  );
}
