import { typedRecertificationId, typedReferralId } from '@throughline/contracts';
import { maySeeQueue, pathTo } from '@throughline/domain';
import { InputAdornment, OutlinedInput } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Search } from '../ui/icons/icons.js';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { userAtom } from '../session/session.js';
import { isForPage, shortcutsOnAtom } from '../ui/shortcuts.js';
import english from '../../texts/en/shell.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('shell', english);

interface HeaderSearchProps {
  /** Pressing `/` anywhere on the page focuses the field. */
  readonly hotkey?: boolean;
  readonly onGone?: () => void;
}

/** The ID of a referral or, for the provider's staff, of a recertification opens it. Any other text searches the list. */
export function HeaderSearch({ hotkey = false, onGone }: HeaderSearchProps) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const on = useAtomValue(shortcutsOnAtom);
  const user = useAtomValue(userAtom);

  useEffect(() => {
    if (!hotkey || !on) return;
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || !isForPage(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [hotkey, on]);

  const go = (event: KeyboardEvent) => {
    // What the field has may be newer than the state on a slow page.
    const typed = (event.target as HTMLInputElement).value;
    if (event.key !== 'Enter' || typed.trim() === '') return;
    void navigate(addressOf(typed, user !== null && maySeeQueue(user)));
    setText('');
    onGone?.();
  };

  return (
    <OutlinedInput
      inputRef={input}
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={go}
      placeholder={t('searchFor')}
      startAdornment={
        <InputAdornment position="start">
          <Search size={16} aria-hidden />
        </InputAdornment>
      }
      slotProps={{ input: { 'aria-label': t('search'), ...(hotkey && { 'aria-keyshortcuts': '/' }) } }}
      fullWidth
    />
  );
}

function addressOf(typed: string, internal: boolean): string {
  const referralId = typedReferralId(typed);
  if (referralId !== null) return pathTo.referral(referralId);
  const recertificationId = internal ? typedRecertificationId(typed) : null;
  if (recertificationId !== null) return pathTo.task(recertificationId);
  return `/referrals?search=${encodeURIComponent(typed.trim())}`;
}
