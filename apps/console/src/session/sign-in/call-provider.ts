import { credentials, sendAuthorized } from '../../api/credentials.js';
import { providerWords, SIGN_IN_UNREACHABLE } from './provider-words.js';

interface Refusal {
  readonly errorSummary?: string;
  readonly errorCauses?: readonly { readonly errorSummary: string }[];
}

/**
 * Calls the embedded provider, on the portal's own origin, with the access token of the signed-in person. Throws an `Error` whose message is for the person.
 */
export async function callProvider<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await sendAuthorized(() => send(method, path, body)).catch((error: unknown) => {
    throw new Error(SIGN_IN_UNREACHABLE, { cause: error });
  });
  if (answer.status === 204) return undefined as Answer;
  const json: unknown = await answer.json().catch(() => ({}));
  if (answer.ok) return json as Answer;
  const { errorCauses: [cause] = [], errorSummary } = json as Refusal;
  const failure = { name: 'AuthApiError', xhr: answer, errorSummary: cause?.errorSummary ?? errorSummary };
  throw new Error(providerWords(failure, 'This did not work. Try again.'));
}

function send(method: string, path: string, body: object | undefined): Promise<Response> {
  const token = credentials().accessToken();
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
