/** What a failed sign-in says: the provider's own words, but for those of wrong credentials (access specification, section 8). */
export function signInMessage(error: unknown): string {
  const { errorSummary, message } = error as { errorSummary?: string; message?: string };
  const words = errorSummary || message || 'Login attempt failed';
  return words === 'Authentication failed' ? 'Login failed: Incorrect username or password' : words;
}
