import type { RecertificationRow } from '@throughline/contracts';
import { Alert, AlertTitle, Checkbox, FormControlLabel } from '@mui/material';
import { RecertificationList } from '../../../ui/recertification-list.js';

interface OpenRenewalsProps {
  readonly rows: readonly RecertificationRow[];
  /** The person wants another one besides these. */
  readonly besides: boolean;
  readonly onBesides: (besides: boolean) => void;
}

/** Warns of open recertifications of the same supply. Their links open in a new tab, so that nothing typed is lost. */
export function OpenRenewals({ rows, besides, onBesides }: OpenRenewalsProps) {
  return (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1', mb: 2, '& .MuiAlert-message': { flexGrow: 1 } }}>
      <AlertTitle>Already being recertified</AlertTitle>
      <RecertificationList rows={rows} inNewTab />
      <FormControlLabel
        control={<Checkbox checked={besides} onChange={(_, checked) => onBesides(checked)} />}
        label="Open another one, as it is about something else"
      />
    </Alert>
  );
}
