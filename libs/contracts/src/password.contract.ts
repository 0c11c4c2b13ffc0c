import { z } from 'zod';

export interface PasswordRule {
  /** As the checklist shows it. */
  readonly label: string;
  /** The message of a refusal. */
  readonly fault: string;
  readonly isMetBy: (password: string) => boolean;
}

const rule = (label: string, fault: string, pattern: RegExp): PasswordRule => ({
  label,
  fault,
  isMetBy: (password) => pattern.test(password),
});

/**
 * Rules for a new password (access specification, section 5). The identity provider decides in the end: it also refuses passwords that are
 * easily guessed.
 */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  rule('At least 8 characters', 'New password must be at least 8 letters', /^.{8,}$/su),
  rule('A lowercase letter', 'New password must contain a lowercase letter', /\p{Ll}/u),
  rule('An uppercase letter', 'New password must contain an uppercase letter', /\p{Lu}/u),
  rule('A number', 'New password must contain a number', /\d/),
  rule('A special character: @$!%*?&#', 'New password must contain a special character (@$!%*?&#)', /[@$!%*?&#]/),
];

const newPassword = z
  .string()
  .max(256, 'New password is limited to 256 characters')
  .superRefine((password, context) => {
    const broken = PASSWORD_RULES.find(({ isMetBy }) => !isMetBy(password));
    if (broken) context.addIssue({ code: 'custom', message: broken.fault });
  });

/** POST /okta/reset-password: the state token that the identity provider issued for a mailed link, and the new password. */
export const resetPasswordBody = z.object({ stateToken: z.string().min(1).max(1000), newPassword });
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** The form that a person fills in. The confirmation is not sent. */
export const choosePasswordForm = z
  .object({ newPassword, confirmPassword: z.string() })
  .refine(({ newPassword: chosen, confirmPassword }) => chosen === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords must match',
    // Also if the password itself breaks a rule, so that both messages are shown at once.
    when: () => true,
  });
