import { Alert, AlertTitle, Checkbox, FormControlLabel } from '@mui/material';
import { useState } from 'react';
import { useRecertifications } from '../../../live/use-recertifications.js';
import { RecertificationList } from '../../../ui/recertification-list.js';

interface Supply {
  /** The referral that ordered it; null: none that is known, so nothing is looked for. */
  readonly renews: string | null;
  readonly itemCategory: string;
  /** The recertification that is not to be found itself. */
  readonly except?: string;
}

/** Open recertifications of the same supply, and those that the person has seen and wants another one besides. */
export function useOpenRenewals({ renews, itemCategory, except }: Supply) {
  const { data, refetch } = useRecertifications(renews);
  const [known, setKnown] = useState<readonly string[]>([]);
  const rows = (data?.rows ?? []).filter(
    (row) => row.status === 'open' && row.itemCategory === itemCategory && row.recertificationId !== except,
  );
  const ids = rows.map(({ recertificationId }) => recertificationId);
  // One that was opened since is not known: the person is asked again.
  const besides = ids.every((id) => known.includes(id)) ? ids : [];
  return { rows, besides, setBesides: (wanted: boolean) => setKnown(wanted ? ids : []), refetch };
}

interface OpenRenewalsProps {
  readonly renewals: Pick<ReturnType<typeof useOpenRenewals>, 'rows' | 'besides' | 'setBesides'>;
  /** What the person does all the same. */
  readonly label: string;
  readonly onChange?: () => void;
}

/** Warns of open recertifications of the same supply, if there are any. Their links open in a new tab, so that nothing typed is lost. */
export function OpenRenewals({ renewals: { rows, besides, setBesides }, label, onChange }: OpenRenewalsProps) {
  if (rows.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1', mb: 2, '& .MuiAlert-message': { flexGrow: 1 } }}>
      <AlertTitle>Already being recertified</AlertTitle>
      <RecertificationList rows={rows} inNewTab />
      <FormControlLabel
        control={
          <Checkbox
            checked={besides.length > 0}
            onChange={(_, checked) => {
              setBesides(checked);
              onChange?.();
            }}
          />
        }
        label={`${label}, as it is about something else`}
      />
    </Alert>
  );
}
