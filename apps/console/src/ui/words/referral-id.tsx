import { Box, IconButton, Link } from '@mui/material';
import { Check } from '../icons/icons.js';
import { Copy } from '../icons/page-icons.js';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { announce } from '../announcer.js';
import { Hint, useHint } from '../hints/hint.js';
import { useMeaning } from './meaning.js';
import { ReferralDigits } from './referral-digits.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useWords } from '../../language/language.js';

const useTexts = textsOf('ui', english);

interface ReferralIdProps {
  readonly id: string;
  /** Makes the id a link. */
  readonly to?: string;
  /** The status that the row of the link shows. */
  readonly status?: string;
  /** Shows a button that copies the id. Off in dense tables. */
  readonly copyable?: boolean;
}

/** The id of a referral or a recertification, which one click or a selection copies completely. */
export function ReferralId({ id, to, status, copyable = true }: ReferralIdProps) {
  const digits = <ReferralDigits id={id} oneLine />;
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {to === undefined ? (
        digits
      ) : status !== undefined ? (
        <LinkOfRow to={to} status={status}>
          {digits}
        </LinkOfRow>
      ) : (
        <Link component={RouterLink} to={to}>
          {digits}
        </Link>
      )}
      {copyable ? <CopyId id={id} /> : null}
    </Box>
  );
}

interface LinkOfRowProps extends Required<Pick<ReferralIdProps, 'to' | 'status'>> {
  readonly children: ReactNode;
}

/**
 * The link of a row, which also explains the status of the row. A status chip that takes the focus would add a Tab stop to each of 25 rows,
 * and a list of all 20 statuses at the head of the column would make the reader search it. Instead, when the focus rests on the link, the
 * meaning appears beside the status, as it does under a pointer. Screen readers read it as the description of the link.
 */
function LinkOfRow({ to, status, children }: LinkOfRowProps) {
  const meaning = useMeaning(status);
  const name = useWords()(status);
  const { handlers, bubble } = useHint({ text: meaning, name, inRow: statusBeside });
  const { onFocus, onBlur } = handlers;
  return (
    <>
      <Link
        component={RouterLink}
        to={to}
        onFocus={onFocus}
        onBlur={onBlur}
        {...(meaning !== '' && { 'aria-description': `${name}: ${meaning}` })}
      >
        {children}
      </Link>
      {bubble}
    </>
  );
}

const statusBeside = (link: Element): Element => link.closest('tr, li')?.querySelector('[data-meaning]') ?? link;

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
