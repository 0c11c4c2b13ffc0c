import type { ChainCheck } from '@throughline/contracts';
import { Alert, AlertTitle, Typography } from '@mui/material';
import { ShieldCheck } from 'lucide-react';
import { chainVerdict } from '../timeline/chain-verdict.js';

/** Whether the log is as it was written: one quiet line when it is, and not to be overlooked when it is not. */
export function ChainLine({ chains }: { readonly chains: readonly ChainCheck[] }) {
  const { ok, sentence } = chainVerdict(chains);
  if (ok) {
    return (
      <Typography variant="body2" color="success" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <ShieldCheck size={16} aria-hidden />
        {sentence}
      </Typography>
    );
  }
  return (
    <Alert severity="error" sx={{ flexBasis: '100%', borderWidth: 2 }}>
      <AlertTitle sx={{ color: 'error.main', fontWeight: 700 }}>The chain is broken</AlertTitle>
      {sentence}. What this page shows cannot be relied on from there. Keep the log as it is and tell whoever operates
      Throughline.
    </Alert>
  );
}
