import { Box, IconButton, Link } from '@mui/material';
import { Check } from '../icons/icons.js';
import { Copy } from '../icons/page-icons.js';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { announce } from '../announcer.js';
import { Hint } from '../hints/hint.js';
import { ReferralDigits } from './referral-digits.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

interface ReferralIdProps {
  readonly id: string;
  /** Makes the id a link. */
  readonly to?: string;
  /** Shows a button that copies the id. Off in dense tables. */
  readonly copyable?: boolean;
}

/** The id of a referral or a recertification, which one click or a selection copies completely. */
export function ReferralId({ id, to, copyable = true }: ReferralIdProps) {
  const digits = <ReferralDigits id={id} oneLine />;
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
  const t = useTexts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setCopied(true);
      announce(t('idCopied'));
    } catch {
      announce(t('idNotCopied'));
    }
  };
  return (
    <Hint text={copied ? t('copied') : t('copyId')}>
      {() => (
        <IconButton
          size="small"
          aria-label={t('copyId')}
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
