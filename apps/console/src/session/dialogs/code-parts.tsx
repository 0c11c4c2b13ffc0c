import { Box, Typography } from '@mui/material';
import { BoundField } from '../../ui/fields/bound-field.js';
import { TextField } from '../../ui/fields/text-field.js';
import type { NewApp } from '../sign-in/sign-in-step.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

/** The field `passCode`: a code of a phone or an authenticator app, which the browser may fill in. */
export function CodeField({ readOnly = false }: { readonly readOnly?: boolean }) {
  const t = useTexts();
  return (
    <BoundField name="passCode" check={(typed: string) => typed.trim() !== '' || t('noCode')}>
      {(field) => (
        <TextField
          {...field}
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
          readOnly={readOnly}
        />
      )}
    </BoundField>
  );
}

/** What an authenticator app is set up with, as a QR code and as text. */
export function AppSecret({ app }: { readonly app: NewApp }) {
  const t = useTexts();
  return (
    <>
      {/* Light in the dark theme as well, because cameras need the contrast and the margin. */}
      <Box component="img" src={app.qrCode} alt={t('qrCode')} sx={{ width: 192, bgcolor: '#fff' }} />
      <Typography variant="body2" color="textSecondary">
        {t('typeKey')}
      </Typography>
      <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', userSelect: 'all' }}>
        {app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </Typography>
    </>
  );
}
