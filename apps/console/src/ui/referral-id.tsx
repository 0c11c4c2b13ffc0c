import { Box, IconButton, Link } from '@mui/material';
import { Check, Copy } from './icons.js';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { announce } from './announcer.js';
import { Hint } from './hint.js';

interface ReferralIdProps {
  readonly id: string;
  /** Makes it a link. */
  readonly to?: string;
  /** In dense tables the id alone. */
  readonly copyable?: boolean;
}

/** A referral id, copied whole by one click or by selecting it. */
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

/**
 * Reads in groups of five digits by spacing alone, after the R of a recertification: as text it is one run, so that what is selected, copied and searched is the id. The
 * groups are inline, as boxes of their own would be copied on lines of their own.
 */
export function ReferralDigits({ id }: { readonly id: string }) {
  return (
    <span data-figures translate="no">
      {id.match(/^R|.{1,5}/g)?.map((group, index) => (
        <Box key={index} component="span" sx={index === 0 ? null : { pl: '0.35em' }}>
          {group}
        </Box>
      ))}
    </span>
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
