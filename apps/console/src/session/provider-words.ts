import { SIGN_IN_UNAVAILABLE } from '@throughline/contracts';

export const SIGN_IN_UNREACHABLE = 'The sign-in cannot be reached. Check the connection and try again.';

interface ProviderFailure {
  readonly name?: string;
  readonly message?: string;
  readonly errorSummary?: string;
  readonly xhr?: { readonly status: number };
}

/** Whether the provider was not reached, or failed itself. */
export function isOutage(error: unknown): boolean {
  const { name, xhr } = error as ProviderFailure;
  return name === 'AuthApiError' && (xhr === undefined || xhr.status >= 500);
}

/**
 * What to say of a failed call of the provider's client: the provider's own words. Where it cannot be reached or fails, the client has none for a person ("Unknown error",
 * "Failed to fetch"). Empty if there is nothing to say.
 */
export function providerWords(error: unknown): string {
  const { errorSummary, message, xhr } = error as ProviderFailure;
  if (isOutage(error)) return xhr === undefined ? SIGN_IN_UNREACHABLE : SIGN_IN_UNAVAILABLE;
  return errorSummary || message || '';
}
