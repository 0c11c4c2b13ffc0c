import { Box, IconButton, Link, Tooltip } from '@mui/material';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { announce } from './announcer.js';
import { inGroupsOfFive } from './referral-id-format.js';

interface ReferralIdProps {
  readonly id: string;
  /** Makes it a link. */
  readonly to?: string;
  /** In dense tables the id alone. */
  readonly copyable?: boolean;
}

/** In groups of five digits; copied whole by one click. */
export function ReferralId({ id, to, copyable = true }: ReferralIdProps) {
  const grouped = inGroupsOfFive(id);
  return (
    <Box
      component="span"
      data-figures
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
    >
      {
        to === undefined ? <span>{grouped}</span> : <Link component={RouterLink} to={to}>{grouped}</Link> /* prettier-ignore */
      }
      {copyable ? <CopyId id={id} /> : null}
    </Box>
  );
}

function CopyId({ id }: { readonly id: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setCopied(true);
      announce('Referral ID copied');
    } catch {
      announce('The referral ID could not be copied');
    }
  };
  return (
    <Tooltip title={copied ? 'Copied' : 'Copy referral ID'}>
      <IconButton
        size="small"
        aria-label="Copy referral ID"
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      >
        {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </IconButton>
    </Tooltip>
  );
}
