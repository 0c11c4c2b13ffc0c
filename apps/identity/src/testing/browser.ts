import { createHash } from 'node:crypto';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Untyped: specs read properties of answers, and a wrong one fails the test.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

interface RequestOptions {
  readonly json?: unknown;
  readonly form?: object;
  /** The body of the answer as text. */
  readonly text?: string;
  readonly headers?: object;
  readonly signal?: AbortSignal;
}

const VERIFIER = 'a-code-verifier-that-is-long-enough-for-the-rule';
const CLIENT_ID = 'throughline-console';
const REDIRECT_URI = 'http://portal.test/login/callback';

/** Makes the requests that the Okta client makes in a browser, with cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** How `Sec-Fetch-Site` describes the request; undefined for a program, which does not send it. */
  asksFrom: 'same-origin' | 'cross-site' | 'none' | undefined = 'same-origin';

  constructor(
    private readonly origin: string,
    private readonly issuerPath = '/oauth2/default',
  ) {}

  async request(method: string, path: string, options: RequestOptions = {}) {
    const { json, form, text, headers, signal } = options;
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      ...(signal && { signal }),
      headers: {
        ...(this.asksFrom !== undefined && { 'sec-fetch-site': this.asksFrom }),
        ...(cookie !== '' && { cookie }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(text !== undefined && { body: text }),
      ...(form !== undefined && { body: new URLSearchParams({ ...form }) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answerOf(response);
  }

  /** The id of the session at the provider. */
  get session(): string | undefined {
    return this.cookies.get('sid');
  }

  set session(id: string | undefined) {
    if (id === undefined) this.cookies.delete('sid');
    else this.cookies.set('sid', id);
  }

  signIn(username: string, password: string, address = '203.0.113.7'): Promise<Answer> {
    const headers = { 'x-forwarded-for': address };
    return this.request('POST', '/api/v1/authn', { json: { username, password }, headers });
  }

  /** Query parameters of an authorization request, as the client builds them; undefined removes one. */
  authorize(changes: Record<string, string | undefined> = {}, headers = {}): Promise<Answer> {
    const parameters = Object.entries({
      client_id: CLIENT_ID,
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      nonce: 'a-nonce',
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      state: 'a-state',
      scope: 'openid profile email',
      ...changes,
    }).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const query = new URLSearchParams(parameters).toString();
    return this.request('GET', `${this.issuerPath}/v1/authorize?${query}`, { headers });
  }

  /** The parameters of the address to which authorize redirected. */
  async authorizeByRedirect(changes: Record<string, string | undefined> = {}): Promise<URLSearchParams> {
    const answer = await this.authorize(changes);
    return new URL(answer.headers.get('location') ?? 'missing:').searchParams;
  }

  /** The message that the hidden iframe of the silent renewal posts to the page around it. */
  async authorizeSilently(
    changes: Record<string, string | undefined> = {},
    headers = {},
  ): Promise<Record<string, string>> {
    const answer = await this.authorize({ prompt: 'none', response_mode: 'okta_post_message', ...changes }, headers);
    const message = /postMessage\((\{.*?\}), "http:\/\/portal\.test"\)/.exec(answer.text)?.[1];
    return JSON.parse(message ?? '{}') as Record<string, string>;
  }

  exchange(code: string, changes: object = {}): Promise<Answer> {
    const form = {
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      grant_type: 'authorization_code',
      code_verifier: VERIFIER,
      code,
      ...changes,
    };
    return this.request('POST', `${this.issuerPath}/v1/token`, { form });
  }

  /** Runs the whole flow from password to tokens. */
  async signInForTokens(username: string, password: string): Promise<Tokens> {
    const { body } = await this.signIn(username, password);
    const { code } = await this.authorizeSilently({ sessionToken: body.sessionToken });
    return (await this.exchange(code ?? '')).body;
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
