import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { BoundField } from '../../ui/fields/bound-field.js';
import { Check } from '../../ui/icons/icons.js';
import { Circle } from '../../ui/icons/opened-icons.js';
import { PasswordField } from '../../ui/fields/password-field.js';
import { TextField } from '../../ui/fields/text-field.js';
import { VisuallyHidden } from '../../ui/visually-hidden.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf, useWords } from '../../language/language.js';
import { newPasswordFault, policyOf } from './password-policy.js';

const useTexts = textsOf('sign-in', english);

export interface NewPassword {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

export const NO_PASSWORD: NewPassword = { newPassword: '', confirmPassword: '' };

/** Access specification, section 5. */
export const confirmationFault = (confirmed: string, chosen: string): true | string =>
  confirmed === '' ? useTexts.now('noConfirmation') : confirmed === chosen || useTexts.now('mustMatch');

/** Tells a password manager as well whose password it is. */
export function OwnUsername({ username }: { readonly username: string }) {
  const t = useTexts();
  return (
    <TextField label={t('username')} autoComplete="username" readOnly value={username} onChange={() => undefined} />
  );
}

interface NewPasswordFieldsProps {
  /** Whose password it is. */
  readonly username: string;
  /** Prefix for the ids of the inputs. */
  readonly id?: string;
  readonly autoFocus?: boolean;
}

/** A new password, typed twice, with a live checklist. A field of the surrounding form (`FormProvider`). */
export function NewPasswordFields({ username, id, autoFocus = false }: NewPasswordFieldsProps) {
  const t = useTexts();
  const own = useId();
  const prefix = id ?? own;
  const { watch, getValues } = useFormContext<NewPassword>();
  return (
    <>
      <BoundField<NewPassword>
        name="newPassword"
        deps={['confirmPassword']}
        check={(typed) => newPasswordFault(typed, username) ?? true}
      >
        {(field) => (
          <PasswordField
            {...field}
            id={`${prefix}-newPassword`}
            label={t('newPassword')}
            autoComplete="new-password"
            autoFocus={autoFocus}
            required
          />
        )}
      </BoundField>
      <PasswordChecklist password={watch('newPassword')} username={username} />
      <BoundField<NewPassword>
        name="confirmPassword"
        check={(typed) => confirmationFault(typed, getValues('newPassword'))}
      >
        {(field) => (
          <PasswordField
            {...field}
            id={`${prefix}-confirmPassword`}
            label={t('confirmPassword')}
            autoComplete="new-password"
            required
          />
        )}
      </BoundField>
    </>
  );
}

/** The rules for a new password, each with whether it is met, updated while the person types (access specification, section 5). */
function PasswordChecklist({ password, username }: { readonly password: string; readonly username: string }) {
  const t = useTexts();
  const words = useWords();
  return (
    <Box component="ul" aria-label={t('mustHave')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {policyOf(password, username).map(({ label, isMet }) => (
        <Typography
          key={label}
          component="li"
          color={isMet ? 'success' : 'textSecondary'}
          sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
        >
          {isMet ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
          <span>
            {words(label)}
            {isMet === null ? null : <VisuallyHidden>{isMet ? t('met') : t('unmet')}</VisuallyHidden>}
          </span>
        </Typography>
      ))}
    </Box>
  );
}
