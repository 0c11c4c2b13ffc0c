import { Alert, AlertTitle, Box, Link } from '@mui/material';
import { type Ref, useState } from 'react';
import { fieldId } from './form-fields.js';
import type { Fault } from './validate-order.js';

const SECTIONS: Readonly<Record<string, string>> = {
  referralInfo: 'Referrer',
  memberInfo: 'Member',
  physicianInfo: 'Physician',
  insuranceInfo: 'Insurance',
  babyInfo: 'Baby',
  items: 'Items',
  otherInfo: 'Additional information',
};
const SHOWN = 6;

interface FaultSummaryProps {
  readonly faults: readonly Fault[];
  readonly ref: Ref<HTMLDivElement>;
}

/** What the last submit found, each a link to its field. */
export function FaultSummary({ faults, ref }: FaultSummaryProps) {
  const [all, setAll] = useState(false);
  if (faults.length === 0) return null;
  const shown = all ? faults : faults.slice(0, SHOWN);
  return (
    <Alert ref={ref} severity="error" role="alert" tabIndex={-1} sx={{ mb: 3 }}>
      <AlertTitle>
        {faults.length === 1 ? 'There is 1 thing to fix' : `There are ${faults.length} things to fix`}
      </AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {shown.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <Link href={`#${fieldId(path)}`} color="inherit" onClick={(event) => focusField(event, path)}>
              {SECTIONS[path.split('.')[0] ?? ''] ?? ''}: {message}
            </Link>
          </li>
        ))}
        {shown.length < faults.length ? (
          <li>
            <Link component="button" type="button" color="inherit" onClick={() => setAll(true)}>
              and {faults.length - shown.length} more
            </Link>
          </li>
        ) : null}
      </Box>
    </Alert>
  );
}

function focusField(event: { preventDefault: () => void }, path: string): void {
  event.preventDefault();
  showField(path);
}

/** Brings a field into view and focuses it; motion is left to the browser's setting. */
export function showField(path: string): void {
  const field = document.getElementById(fieldId(path));
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
