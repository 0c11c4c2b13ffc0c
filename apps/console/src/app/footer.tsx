import { Box, Link, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { recordChoice } from '../session/account-language.js';
import { consoleConfigAtom, userAtom } from '../session/session.js';
import { PAGE_EDGE } from '../theme/theme.js';
import { announce, toast } from '../ui/announcer.js';
import { onceAtRest } from '../ui/page/at-rest.js';
import { onDemand, toastNotLoaded } from '../ui/page/on-demand.js';
import type { LegalText } from './legal-dialog.js';
import english from '../../texts/en/shell.json' with { type: 'json' };
import { chooseLanguage, LANGUAGE_NAMES, textsOf, useLanguage } from '../language/language.js';

const useTexts = textsOf('shell', english);

const LegalDialog = onDemand(async () => (await import('./legal-dialog.js')).LegalDialog);

const PageAtRest = onDemand(async () => (await import('./page-at-rest.js')).PageAtRest);

const PAGES = [
  ['/contact-us', 'contactUs'],
  ['/help', 'help'],
  ['/updates', 'updates'],
] as const;
const TEXTS = ['terms', 'privacy'] as const;

/** Version, copyright, and links that are on no other page (access specification, section 2). */
export function Footer() {
  const t = useTexts();
  const { version } = useAtomValue(consoleConfigAtom);
  const [open, setOpen] = useState<LegalText | null>(null);
  const close = () => setOpen(null);
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => onceAtRest(() => setAtRest(true)), []);
  return (
    <Box component="footer" lang={useLanguage()} sx={UNDER_THE_PAGE}>
      <Typography variant="caption" color="textSecondary">
        {t('copyright', { version: version.replace(/^v/, '') })}
      </Typography>
      <Stack component="nav" aria-label={t('about')} direction="row" sx={{ columnGap: 2, flexWrap: 'wrap' }}>
        {PAGES.map(([to, text]) => (
          <Link key={to} component={RouterLink} to={to} variant="caption" color="textSecondary" sx={TARGET}>
            {t(text)}
          </Link>
        ))}
        {TEXTS.map((text) => (
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
            {t(text)}
          </Link>
        ))}
        <LanguageSwitch />
      </Stack>
      {isAtRest ? <PageAtRest /> : null}
      {open ? <LegalDialog text={open} onClose={close} onFailed={close} /> : null}
    </Box>
  );
}

/** Shows the page in the other language, in which a signed-in person is then mailed as well. Typed text stays. */
function LanguageSwitch() {
  const other = useLanguage() === 'en' ? 'es' : 'en';
  const user = useAtomValue(userAtom);
  const change = () =>
    chooseLanguage(other).then(() => {
      announce(useTexts.now('languageShown'));
      if (user) recordChoice(user.id, other).catch(() => toast(useTexts.now('languageNotRecorded'), 'error'));
    }, toastNotLoaded);
  return (
    <Link
      component="button"
      lang={other}
      variant="caption"
      color="textSecondary"
      onClick={() => void change()}
      sx={TARGET}
    >
      {LANGUAGE_NAMES[other]}
    </Link>
  );
}

/** The minimum height of a target (WCAG 2.5.8). */
const TARGET = { lineHeight: '24px' };

/** Hidden until the page above it is loaded (`data-loading`), because the page would push it down. */
const UNDER_THE_PAGE = {
  px: PAGE_EDGE,
  py: 2,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  alignItems: 'center',
  'main:has([data-loading]) + &': { visibility: 'hidden' },
};
