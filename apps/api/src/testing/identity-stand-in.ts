import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';

export const AUDIENCE = 'api://throughline';

export interface IdentityStandIn {
  readonly origin: string;
  readonly issuer: string;
  /** Issues an access token like an Okta authorization server, valid for an hour by default. */
  token(userId: string, options?: { readonly seconds?: number; readonly audience?: string }): Promise<string>;
  /** Makes a token inactive. */
  revoke(token: string): void;
  /** Plans a response for a call that would otherwise be echoed. */
  answersNext(answer: PlannedAnswer): void;
  /** Calls of the authentication API so far: path and body. */
  readonly steps: readonly (readonly [path: string, body: object])[];
  /** The number of introspections so far. */
  readonly introspections: () => number;
  /** Sets whether introspection, and the request for ended tokens, succeed. */
  introspects(does: boolean): void;
  close(): Promise<void>;
}

interface PlannedAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An identity provider that publishes keys, issues and revokes tokens, and echoes any other call. */
export async function startIdentityStandIn(): Promise<IdentityStandIn> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' };
  const revoked = new Set<string>();
  let introspecting = true;
  let introspections = 0;
  const planned: PlannedAnswer[] = [];
  const steps: (readonly [string, object])[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      response.setHeader('content-type', 'application/json');
      if (url?.endsWith('/v1/keys')) return response.end(JSON.stringify({ keys: [key] }));
      if (url === '/ended-tokens') {
        if (!introspecting) return response.writeHead(503).end('{}');
        return response.end(JSON.stringify({ ended: [...revoked].map((token) => decodeJwt(token).jti) }));
      }
      if (!url?.endsWith('/v1/introspect')) {
        const path = /^\/api\/v1\/authn(.*)$/.exec(url ?? '')?.[1];
        if (path !== undefined) steps.push([path, jsonOf(body)]);
        const answer = planned.shift() ?? { status: 200, body: { ...transactionAt(path), method, url, headers, body } };
        return response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
      }
      introspections++;
      if (!introspecting) return response.writeHead(503).end('{}');
      return response.end(JSON.stringify({ active: !revoked.has(new URLSearchParams(body).get('token') ?? '') }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}/oauth2/default`;
  return {
    origin,
    issuer,
    token: (userId, { seconds = 3600, audience = AUDIENCE } = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ uid: userId })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setSubject(`${userId}@login.example`)
        .setJti(randomUUID())
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(privateKey);
    },
    revoke: (token) => void revoked.add(token),
    answersNext: (answer) => void planned.push(answer),
    steps,
    introspections: () => introspections,
    introspects: (does) => {
      introspecting = does;
    },
    close: () => new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve()))),
  };
}

/** The sign-in of a person without a phone, which asks for one. */
const transactionAt = (path: string | undefined): object => {
  if (path === undefined) return {};
  if (path === '') return { status: 'MFA_ENROLL', _embedded: { user: { id: PENDING_USER } } };
  if (path.startsWith('/factors?')) return { status: 'MFA_ENROLL_ACTIVATE', _embedded: { factor: { id: 'sms-new' } } };
  return { status: 'SUCCESS', sessionToken: 'a-session-token' };
};

/** The user of the sign-in, whatever the state token. */
export const PENDING_USER = 'okta-user';

/** Undefined for text that is not JSON, which a caller may send. */
function jsonOf(body: string): object {
  try {
    return JSON.parse(body) as object;
  } catch {
    return {};
  }
}
