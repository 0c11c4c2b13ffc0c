import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { announce } from '../../ui/announcer.js';
import english from '../../../texts/en/shell.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('shell', english);

interface TypedText {
  readonly label: string;
  readonly text: string;
}

/** The last text of each field of the open page. Only in memory, because it may be a member's data. */
const typed: { path: string; fields: Map<Element, TypedText> } = { path: '', fields: new Map() };

/** Remembers what is typed on the open page, in case the page fails. Passwords and searches are left out. Call it once, at the start. */
export function rememberTypedTexts(): void {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    if (target instanceof HTMLInputElement && !['text', 'tel', 'email'].includes(target.type)) return;
    if (typed.path !== location.pathname) Object.assign(typed, { path: location.pathname, fields: new Map() });
    const label = target.labels?.[0]?.textContent ?? target.getAttribute('aria-label') ?? useTexts.now('typedText');
    typed.fields.set(target, { label: label.replace(/\s*\*$/, ''), text: target.value });
  });
}

/** Shows what was typed on a page that failed, so that it can be copied before a reload; renders nothing if nothing was typed. */
export function TypedTexts() {
  const t = useTexts();
  const [texts] = useState(() =>
    typed.path === location.pathname ? [...typed.fields.values()].filter(({ text }) => text.trim() !== '') : [],
  );
  if (texts.length === 0) return null;
  const copy = () =>
    navigator.clipboard.writeText(texts.map(({ label, text }) => `${label}: ${text}`).join('\n')).then(
      () => announce(t('copied')),
      () => announce(t('notCopied')),
    );
  return (
    <Box component="section" aria-labelledby="typed-texts" sx={{ mt: 3, maxWidth: 720 }}>
      <Typography id="typed-texts" variant="h2">
        {t('typed')}
      </Typography>
      <Box component="dl" sx={{ my: 1 }}>
        {texts.map(({ label, text }, index) => (
          <Box key={index} sx={{ mb: 1 }}>
            <Typography component="dt" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Typography>
          </Box>
        ))}
      </Box>
      <Button variant="outlined" size="small" onClick={() => void copy()}>
        {t('copy')}
      </Button>
    </Box>
  );
}
