import { Box, Link, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { consoleConfigAtom } from '../session/session.js';
import { PAGE_EDGE } from '../theme/theme.js';
import { onDemand } from '../ui/on-demand.js';
import type { LegalText } from './legal-dialog.js';

const LegalDialog = onDemand(async () => (await import('./legal-dialog.js')).LegalDialog);

const PAGES = [
  ['/contact-us', 'Contact Us'],
  ['/help', 'Help & Suggestions'],
  ['/updates', 'Updates'],
] as const;
const TEXTS = [
  ['terms', 'Terms of Service'],
  ['privacy', 'Privacy Policy'],
] as const;

/** Version, copyright, and what is on no other page (access specification, section 2). */
export function Footer() {
  const { version } = useAtomValue(consoleConfigAtom);
  const [open, setOpen] = useState<LegalText | null>(null);
  const close = () => setOpen(null);
  return (
    <Box component="footer" sx={UNDER_THE_PAGE}>
      <Typography variant="caption" color="textSecondary">
        Throughline v{version.replace(/^v/, '')} · © 2025 Throughline Medical Supply
      </Typography>
      <Stack component="nav" aria-label="About" direction="row" sx={{ columnGap: 2, flexWrap: 'wrap' }}>
        {PAGES.map(([to, label]) => (
          <Link key={to} component={RouterLink} to={to} variant="caption" color="textSecondary" sx={TARGET}>
            {label}
          </Link>
        ))}
        {TEXTS.map(([text, label]) => (
          <Link
            key={text}
            component="button"
            variant="caption"
            color="textSecondary"
            aria-haspopup="dialog"
            onClick={() => setOpen(text)}
            onPointerEnter={LegalDialog.preload}
            onFocus={LegalDialog.preload}
            sx={TARGET}
          >
            {label}
          </Link>
        ))}
      </Stack>
      {open ? <LegalDialog text={open} onClose={close} onFailed={close} /> : null}
    </Box>
  );
}

/** As high as a target must be (WCAG 2.5.8). */
const TARGET = { lineHeight: '24px' };

/** Hidden until the page above it is there (`data-coming`), because the page would push it down. */
const UNDER_THE_PAGE = {
  px: PAGE_EDGE,
  py: 2,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  alignItems: 'center',
  'main:has([data-coming]) + &': { visibility: 'hidden' },
};
