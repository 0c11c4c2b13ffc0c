import type { User } from '@throughline/contracts';
import { mayAudit, maySeeQueue } from '@throughline/domain';
import { Box } from '@mui/material';
import { styled } from '@mui/material/styles';
import { atom, useAtomValue } from 'jotai';
import { NavLink } from 'react-router-dom';
import { userAtom } from '../session/session.js';
import { VisuallyHidden } from '../ui/visually-hidden.js';
import english from '../../texts/en/shell.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('shell', english);

export interface Place {
  readonly to: string;
  readonly text: keyof typeof english;
}

/** In the order of the access specification (section 2). Notes and Referrals ask a visitor to sign in. */
const OPEN: readonly Place[] = [
  { to: '/', text: 'home' },
  { to: '/create-referral', text: 'newReferral' },
  { to: '/check-referral', text: 'checkStatus' },
  { to: '/notes', text: 'notes' },
  { to: '/referrals', text: 'referrals' },
];
const QUEUE: Place = { to: '/queue', text: 'queue' };
const MESSAGES: Place = { to: '/messages', text: 'messages' };
const AUDIT: Place = { to: '/audit', text: 'audit' };

/** The links for everybody, and those for the person's role. */
export function placesOf(user: User | null): readonly Place[] {
  return [...OPEN, ...(user && maySeeQueue(user) ? [QUEUE, MESSAGES] : []), ...(user && mayAudit(user) ? [AUDIT] : [])];
}

/**
 * How many of the person's own tasks wait; for a person who only watches, how many are overdue. Undefined: unknown, or the person has no
 * queue.
 */
export const queueWaitingAtom = atom<number | undefined>(undefined);

/** How many notes the person has not read; 100 for 100 or more. Undefined: unknown. */
export const unreadNotesAtom = atom<number | undefined>(undefined);

/** How many messages of Contact Us and Help & Suggestions are open. Undefined: unknown, or the person may not see them. */
export const openMessagesAtom = atom<number | undefined>(undefined);

/** The bell in the header, which a page can press to open the list of the last notifications. Null: not loaded. */
export const bellAtom = atom<HTMLButtonElement | null>(null);

interface PlaceLinksProps {
  readonly onGone?: () => void;
}

/** The links of the main navigation. Queue and Messages show how many wait, and Notes how many the person has not read. */
export function PlaceLinks({ onGone }: PlaceLinksProps) {
  const t = useTexts();
  const user = useAtomValue(userAtom);
  const queueWaiting = useAtomValue(queueWaitingAtom);
  const openMessages = useAtomValue(openMessagesAtom);
  const unreadNotes = useAtomValue(unreadNotesAtom);
  return placesOf(user).map(({ to, text }) => (
    <PlaceLink key={to} to={to} end={to === '/'} {...(onGone && { onClick: onGone })}>
      {t(text)}
      {to === '/queue' && queueWaiting ? <Count value={queueWaiting} max={999} of={t('waiting')} /> : null}
      {to === '/messages' && openMessages ? <Count value={openMessages} max={99} of={t('waiting')} /> : null}
      {to === '/notes' && unreadNotes ? <Count value={unreadNotes} max={99} of={t('unread')} /> : null}
    </PlaceLink>
  ));
}

interface CountProps {
  readonly value: number;
  /** A larger value is shown as this number with a plus. */
  readonly max: number;
  readonly of: string;
}

function Count({ value, max, of }: CountProps) {
  return (
    <Box
      component="span"
      sx={{
        ml: 1,
        px: 0.75,
        borderRadius: 1,
        fontSize: '0.75rem',
        fontWeight: 600,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
      }}
    >
      {value > max ? `${max}+` : value}
      <VisuallyHidden> {of}</VisuallyHidden>
    </Box>
  );
}

const PlaceLink = styled(NavLink)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 40,
  padding: theme.spacing(0, 0.75),
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.text.secondary,
  fontWeight: 500,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { background: theme.vars.palette.action.hover, color: theme.vars.palette.text.primary },
  '&.active': { color: theme.vars.palette.primary.main, fontWeight: 600 },
  // Underlines the current page.
  [theme.breakpoints.up('md')]: {
    position: 'relative',
    '&.active::after': {
      content: '""',
      position: 'absolute',
      insetInline: 6,
      bottom: -8,
      height: 2,
      background: theme.vars.palette.primary.main,
    },
  },
}));
