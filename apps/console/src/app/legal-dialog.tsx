import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import english from '../../texts/en/legal.json' with { type: 'json' };
import { textsOf, useLanguage } from '../language/language.js';

const useTexts = textsOf('legal', english);

export type LegalText = 'terms' | 'privacy';

/** Our own plain words; dates, hours, cap and law are from the access specification (section 2). */
const TEXTS = {
  terms: {
    updated: 'termsUpdated',
    parts: ['purpose', 'account', 'submission', 'service', 'availability', 'liability', 'law', 'termsChanges'],
  },
  privacy: {
    updated: 'privacyUpdated',
    parts: ['kept', 'use', 'readers', 'mail', 'browser', 'rights', 'privacyChanges'],
  },
} as const;

/** The terms or the policy. Loaded when it is opened. */
export function LegalDialog({ text, onClose }: { readonly text: LegalText; readonly onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  const { updated, parts } = TEXTS[text];
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} lang={useLanguage()}>
      <DialogTitle id={id}>{t(text)}</DialogTitle>
      {/* Longer than a window, so it takes the focus to be scrolled by keyboard. */}
      <DialogContent tabIndex={0}>
        <Typography color="textSecondary">{t(updated)}</Typography>
        {parts.map((part) => (
          <section key={part}>
            <Typography variant="h3" sx={{ mt: 2 }}>
              {t(part)}
            </Typography>
            <Typography>{t(`${part}Words`)}</Typography>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
