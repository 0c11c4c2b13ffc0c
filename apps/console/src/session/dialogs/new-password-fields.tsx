import { PASSWORD_RULES, passwordFault } from '@throughline/contracts';
import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { BoundField } from '../../ui/bound-field.js';
import { Check, Circle } from '../../ui/icons.js';
import { PasswordField } from '../../ui/password-field.js';
import { TextField } from '../../ui/text-field.js';
import { VisuallyHidden } from '../../ui/visually-hidden.js';

export interface NewPassword {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

export const NO_PASSWORD: NewPassword = { newPassword: '', confirmPassword: '' };

/** Access specification, section 5. Empty: no fault. */
export const confirmationFault = (confirmed: string, chosen: string): true | string =>
  confirmed === chosen || 'Passwords must match';

/** Whose password it is, for a password manager too. */
export const OwnUsername = ({ username }: { readonly username: string }) => (
  <TextField label="Username" autoComplete="username" readOnly value={username} onChange={() => undefined} />
);

interface NewPasswordFieldsProps {
  /** Prefix of the ids of the inputs. */
  readonly id?: string;
  readonly autoFocus?: boolean;
}

/** A new password, typed twice, with a live checklist. A field of the surrounding form (`FormProvider`). */
export function NewPasswordFields({ id, autoFocus = false }: NewPasswordFieldsProps) {
  const own = useId();
  const prefix = id ?? own;
  const { watch, getValues } = useFormContext<NewPassword>();
  return (
    <>
      <BoundField<NewPassword>
        name="newPassword"
        deps={['confirmPassword']}
        check={(typed) => passwordFault(typed) ?? true}
      >
        {(field) => (
          <PasswordField
            {...field}
            id={`${prefix}-newPassword`}
            label="New password"
            autoComplete="new-password"
            autoFocus={autoFocus}
            required
          />
        )}
      </BoundField>
      <PasswordChecklist password={watch('newPassword')} />
      <BoundField<NewPassword>
        name="confirmPassword"
        check={(typed) => confirmationFault(typed, getValues('newPassword'))}
      >
        {(field) => (
          <PasswordField
            {...field}
            id={`${prefix}-confirmPassword`}
            label="Confirm password"
            autoComplete="new-password"
            required
          />
        )}
      </BoundField>
    </>
  );
}

/** The rules for a new password, each with whether it is met, while it is typed (access specification, section 5). */
function PasswordChecklist({ password }: { readonly password: string }) {
  return (
    <Box component="ul" aria-label="A password must have" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {PASSWORD_RULES.map(({ label, isMetBy }) => {
        const isMet = isMetBy(password);
        return (
          <Typography
            key={label}
            component="li"
            color={isMet ? 'success' : 'textSecondary'}
            sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
          >
            {isMet ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
            <span>
              {label}
              <VisuallyHidden>{isMet ? ': done' : ': still missing'}</VisuallyHidden>
            </span>
          </Typography>
        );
      })}
    </Box>
  );
}
