import { Alert, AlertTitle, Checkbox, FormControlLabel } from '@mui/material';
import { useState } from 'react';
import { useRecertifications } from '../../../case/use-recertifications.js';
import { RecertificationList } from '../../../case/recertification-list.js';

interface Supply {
  /** The referral that ordered the supply; null if it is not known, and then no recertification is looked for. */
  readonly renews: string | null;
  readonly itemCategory: string;
  /** The id of a recertification to leave out: the one being corrected. */
  readonly except?: string;
}

/** Open recertifications of the same supply, and the ids of those beside which the person wants another. */
export function useOpenRenewals({ renews, itemCategory, except }: Supply) {
  const { data, refetch } = useRecertifications(renews);
  const [known, setKnown] = useState<readonly string[]>([]);
  const rows = (data?.rows ?? []).filter(
    (row) => row.status === 'open' && row.itemCategory === itemCategory && row.recertificationId !== except,
  );
  const ids = rows.map(({ recertificationId }) => recertificationId);
  // A recertification that was opened after the choice is not in `known`, so the person must choose again.
  const besides = ids.every((id) => known.includes(id)) ? ids : [];
  return { rows, besides, setBesides: (wanted: boolean) => setKnown(wanted ? ids : []), refetch };
}

interface OpenRenewalsProps {
  readonly renewals: Pick<ReturnType<typeof useOpenRenewals>, 'rows' | 'besides' | 'setBesides'>;
  /** The label of the checkbox by which the person confirms another recertification. */
  readonly label: string;
  readonly onChange?: () => void;
}

/** Warns of open recertifications of the same supply. Links open in a new tab, so that nothing typed is lost. */
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
