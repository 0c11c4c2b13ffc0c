import { z } from 'zod';

export interface PasswordRule {
  /** As the checklist shows it. */
  readonly label: string;
  /** As a refusal says it. */
  readonly fault: string;
  readonly keeps: (password: string) => boolean;
}

const rule = (label: string, fault: string, pattern: RegExp): PasswordRule => ({
  label,
  fault,
  keeps: (password) => pattern.test(password),
});

/**
 * What a new password must have (access specification, section 5). The identity provider has the last word: it also refuses what is
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
    const broken = PASSWORD_RULES.find(({ keeps }) => !keeps(password));
    if (broken) context.addIssue({ code: 'custom', message: broken.fault });
  });

/** POST /okta/reset-password: what the identity provider gave for the token of a mailed link, and the password chosen. */
export const resetPasswordBody = z.object({ stateToken: z.string().min(1).max(1000), newPassword });
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** What a person types; the confirmation stays in the browser. */
export const choosePasswordForm = z
  .object({ newPassword, confirmPassword: z.string() })
  .refine(({ newPassword: chosen, confirmPassword }) => chosen === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords must match',
    // Also while the password itself breaks a rule: both are said at once.
    when: () => true,
  });
