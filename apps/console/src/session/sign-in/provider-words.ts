import { DEFAULT_ERROR_MESSAGE, SIGN_IN_UNAVAILABLE } from '@throughline/contracts';
import type { ApiError } from '../../api/api-error.js';
import { isTranslated } from '../../language/language.js';

export const SIGN_IN_UNREACHABLE = 'The sign-in cannot be reached. Check the connection and try again.';

/** The message if the browser does not keep what a sign-in stores. */
export const NO_ROOM =
  'This browser has no room left for the data of this site, so nobody can sign in here. Delete the data of this site in the settings of the browser, then load this page again.';

export const BLOCKED =
  'This browser blocks the data of this site, so nobody can sign in here. Allow cookies and site data for it in the settings of the browser, then load this page again.';

interface ProviderFailure {
  readonly name?: string;
  readonly message?: string;
  readonly errorSummary?: string;
  readonly xhr?: { readonly status: number };
}

/** Whether the provider could not be reached, or failed itself. */
export function isOutage(error: unknown): boolean {
  const { name, xhr } = error as ProviderFailure;
  return name === 'AuthApiError' && (xhr === undefined || xhr.status >= 500);
}

/**
 * The message for a failed call of the provider's client: the provider's own words, or those that the specification has for them;
 * `otherwise` if there are none, or none in the shown language. If the provider cannot be reached or fails, the client has no words for a
 * person ("Unknown error", "Failed to fetch").
 */
export function providerWords(
  error: unknown,
  otherwise: string,
  specified: Readonly<Record<string, string>> = {},
): string {
  const { errorSummary, message, xhr } = error as ProviderFailure;
  if (isOutage(error)) return xhr === undefined ? SIGN_IN_UNREACHABLE : SIGN_IN_UNAVAILABLE;
  const own = errorSummary || message || otherwise;
  return specified[own] ?? sayable(own, otherwise);
}

/** Words from outside, unless the shown language does not have them. */
export const sayable = (words: string, otherwise = DEFAULT_ERROR_MESSAGE): string =>
  isTranslated(words) ? words : otherwise;

/** `sayable` for a refusal of the API, which may have the provider's words. */
export const sayableRefusal = (refusal: ApiError): ApiError => refusal.inWords(sayable(refusal.message));
