export interface PasswordRule {
  /** The text in the checklist. */
  readonly label: string;
  /** The message if a password breaks the rule. */
  readonly fault: string;
  readonly isMetBy: (password: string) => boolean;
}

const rule = (label: string, fault: string, pattern: RegExp): PasswordRule => ({
  label,
  fault,
  isMetBy: (password) => pattern.test(password),
});

/**
 * Rules for a new password (access specification, section 5). The identity provider has the last word: it also refuses passwords that are
 * easily guessed.
 */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  rule('At least 8 characters', 'New password must be at least 8 letters', /^.{8,}$/su),
  rule('A lowercase letter', 'New password must contain a lowercase letter', /\p{Ll}/u),
  rule('An uppercase letter', 'New password must contain an uppercase letter', /\p{Lu}/u),
  rule('A number', 'New password must contain a number', /\d/),
  rule('A special character: @$!%*?&#', 'New password must contain a special character (@$!%*?&#)', /[@$!%*?&#]/),
];

const MAX_LENGTH = 256;

/** The first rule that a new password breaks; undefined: none. */
export function passwordFault(password: string): string | undefined {
  if (password.length > MAX_LENGTH) return `New password is limited to ${MAX_LENGTH} characters`;
  return PASSWORD_RULES.find(({ isMetBy }) => !isMetBy(password))?.fault;
}
