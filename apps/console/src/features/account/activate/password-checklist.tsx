import { PASSWORD_RULES } from '@throughline/contracts';
import { Box, Typography } from '@mui/material';
import { Check, Circle } from 'lucide-react';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';

/** Each rule of a new password, and whether it is kept already, as it is typed (access specification, section 5). */
export function PasswordChecklist({ password }: { readonly password: string }) {
  return (
    <Box component="ul" aria-label="A password must have" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {PASSWORD_RULES.map(({ label, keeps }) => {
        const kept = keeps(password);
        return (
          <Typography
            key={label}
            component="li"
            color={kept ? 'success' : 'textSecondary'}
            sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
          >
            {kept ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
            <span>
              {label}
              <VisuallyHidden>{kept ? ': done' : ': still missing'}</VisuallyHidden>
            </span>
          </Typography>
        );
      })}
    </Box>
  );
}
