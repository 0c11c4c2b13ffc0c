import { beforeAll, describe, expect, it } from '@jest/globals';
import pLimit from 'p-limit';
import { type AnyRequest, type Endpoint, type RequestOf, requestLineOf } from '@throughline/contracts';
import { api } from './called-api.testing.js';
import { ROWS } from './who-may-call.testing.js';

/** Reads that use no read model: they are never behind. */
const NEVER_BEHIND: readonly Endpoint[] = [
  'GET /referrals/referral/sources',
  'GET /companies',
  'GET /config',
  'GET /health/live',
  'GET /health/ready',
  // Read the log itself.
  'GET /referrals/referral/{id}/history',
  'GET /referrals/referral/{id}/evidence/{exportId}',
  // Read the tree over the log, and the log.
  'GET /tlog',
  'GET /tlog/checkpoint',
  'GET /tlog/tile/{path}',
  'GET /tlog/access-log/checkpoint',
  'GET /tlog/access-log/tile/{path}',
  // Reads the access log.
  'GET /referrals/referral/{id}/viewers',
  'GET /referrals/referral/{id}/viewings',
  // A referral that is not projected yet is answered with 503; for every other one the answer is the same.
  'GET /referrals/referral/{id}/stopped-task',
  // Reads from the identity provider.
  'GET /users/user/sessions',
  // Signed links, which come from a read that has waited, or from a mail.
  'GET /files/{token}',
  'GET /evidence/{token}',
  'GET /messages/answer/{token}',
  // The same for everybody, and right within seconds (docs/promises.md 2.23, 2.26).
  'GET /banners',
  'GET /notesTemplates',
  'GET /catalogue/words',
  // Whom and which screens a search of Audit may name.
  'GET /audit/choices',
];

describe('A read at a position that the read models have not reached', () => {
  const reads = ROWS.filter(([endpoint]) => endpoint.startsWith('GET') && !NEVER_BEHIND.includes(endpoint));

  /** A few at a time: each waits for its position until the API gives up, and the API makes one caller's other requests queue. */
  let answers: ReadonlyMap<Endpoint, readonly unknown[]>;
  beforeAll(async () => {
    const ask = async ([endpoint, [request]]: (typeof reads)[number]) => {
      const query = { ...(request as AnyRequest).query, minPosition: Number.MAX_SAFE_INTEGER };
      const { path } = requestLineOf(endpoint, { ...(request as object), query } as RequestOf<Endpoint>);
      const answer = await fetch(`${api.origin}/api${path}`, {
        headers: { authorization: `Bearer ${api.tokens.admin}` },
      });
      const { code } = (await answer.json()) as { code?: string };
      return [endpoint, [answer.status, code, answer.headers.get('retry-after')]] as const;
    };
    const atOnce = pLimit(6);
    answers = new Map(await Promise.all(reads.map((read) => atOnce(() => ask(read)))));
  });

  it.each(reads)('is answered with 503 and when to come again: %s', (endpoint) => {
    expect(answers.get(endpoint)).toEqual([503, 'service/behind', '2']);
  });
});
