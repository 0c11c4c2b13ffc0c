import { Alert } from '@mui/material';
import { useState } from 'react';
import { focusMain } from '../../../ui/focus-main.js';

const DISMISSED = 'throughline.order-banner-dismissed';

/** Says once how the form works; dismissed, it stays away in this browser. */
export function InfoBanner() {
  const [shown, setShown] = useState(() => localStorage.getItem(DISMISSED) === null);
  if (!shown) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      onClose={() => {
        localStorage.setItem(DISMISSED, 'yes');
        setShown(false);
        // Its button goes with it; what it stood above is next.
        focusMain();
      }}
      slotProps={{ closeButton: { 'aria-label': 'Dismiss this information' } }}
    >
      Required fields carry an asterisk (*). After submission an email with the referral ID follows; the ID is used
      later to check the status.
    </Alert>
  );
}
