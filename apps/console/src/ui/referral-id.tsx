import { Box, IconButton, Link } from '@mui/material';
import { Check, Copy } from './icons.js';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { announce } from './announcer.js';
import { Hint } from './hint.js';
import { ReferralDigits } from './referral-digits.js';

interface ReferralIdProps {
  readonly id: string;
  /** Makes it a link. */
  readonly to?: string;
  /** In dense tables the id alone. */
  readonly copyable?: boolean;
}

/** The id of a referral or a recertification, copied whole by one click or by selecting it. */
export function ReferralId({ id, to, copyable = true }: ReferralIdProps) {
  const digits = <ReferralDigits id={id} />;
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {to === undefined ? (
        digits
      ) : (
        <Link component={RouterLink} to={to}>
          {digits}
        </Link>
      )}
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
    <Hint text={copied ? 'Copied' : 'Copy referral ID'}>
      {() => (
        <IconButton
          size="small"
          aria-label="Copy referral ID"
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
          sx={{ ml: 0.5, my: -0.5 }}
        >
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        </IconButton>
      )}
    </Hint>
  );
}
