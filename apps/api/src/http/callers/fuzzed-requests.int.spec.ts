// Alone: its requests change what other specs of the same API find.
import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Endpoint } from '@throughline/contracts';
import { waitUntilProjected } from '@throughline/read-models';
import fc from 'fast-check';
import { anOrder } from '../../testing/an-order.js';
import { type Name } from '../../testing/api-under-test.js';
import { type Answer, post } from '../../testing/call.js';
import { exampleOf, fuzzedRequests } from '../../testing/fuzzed-requests.js';
import { checkAnswer, statedRoute } from '../../testing/stated-answer.js';
import { faultOf, send, type WireAnswer, type WireRequest } from '../../testing/wire.js';
import { type ApiProcess, startApiProcess } from '../../testing/built-processes.js';
import { aForm, api, id } from './called-api.testing.js';
import { ROWS, ROW_OF } from './who-may-call.testing.js';

const FUZZED_REQUESTS = 20 * (fc.readConfigureGlobal()?.numRuns ?? 100);

const AT_ONCE = 32;

/** Differs at each run. A failure prints it, and FUZZ_SEED repeats its requests. */
const seed = fc.readConfigureGlobal()?.seed ?? randomInt(2 ** 31);

describe(`${FUZZED_REQUESTS} fuzzed requests to all routes`, () => {
  /** Texts that only some callers may read, by the marker that each contains. */
  const readers = new Map<string, readonly (Name | null)[]>();
  let logged: readonly string[] = [];
  const faults: { readonly fault: string; readonly sent: WireRequest; readonly answered?: string }[] = [];

  const plant = (who: readonly Name[]): string => {
    const letters = randomUUID().replaceAll(/[\d-]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
    const marker = `Q${letters}`;
    readers.set(marker, who);
    return marker;
  };

  /** A referral in which every personal text is a marker. */
  async function plantReferral(as: Name): Promise<string> {
    const mark = () => plant([as, ...(as === 'referrer' ? (['siteAdmin'] as const) : []), 'staff', 'ops', 'admin']);
    const order = anOrder({ lastName: mark(), email: `${mark()}@people.example` });
    const { body } = await post<string>(
      api,
      '/referrals/create',
      {
        ...order,
        referralInfo: { ...order.referralInfo, lastName: mark(), company: mark() },
        memberInfo: { ...order.memberInfo, firstName: mark(), address1: mark(), city: mark() },
        physicianInfo: { lastName: mark(), firstName: mark() },
        insuranceInfo: { ...order.insuranceInfo, medicaidId: mark() },
        otherInfo: mark(),
        items: [{ itemCategory: 'Custom Item', item: mark(), qty: 1 }],
      },
      { as },
    );
    expect(body).toMatchObject({ success: true });
    const referralId = body.data;
    await post(api, '/notes/create', { referralId, noteText: mark() }, { as });
    const note = plant(['staff', 'ops', 'admin']);
    await post(api, '/internal-notes', { referralId, note }, { as: 'staff' });
    await fetch(`${api.origin}/api/pdf/referral/${referralId}/upload/fileName/${mark()}.pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.tokens[as]}` },
      body: aForm(),
    });
    return referralId;
  }

  const found = (fault: string, sent: WireRequest, answered?: string) =>
    faults.push({
      fault,
      sent: { ...sent, body: sent.body.slice(0, 1_000) },
      ...(answered && { answered: answered.slice(0, 500) }),
    });

  async function tryOut(node: ApiProcess, sent: WireRequest): Promise<void> {
    try {
      const answer = await send(node, sent);
      if (answer === null) return;
      const route = statedRoute(sent.method === 'HEAD' ? 'GET' : sent.method, sent.path);
      // A path without the leading slash is not under /api: the console's page is the answer.
      const isFile = typeof route?.answer === 'string' || !sent.path.startsWith('/');
      // True for a position that the log has not reached, and will not reach in time.
      const isAhead = answer.status === 503 && /[?&]minPosition=/.test(sent.path);
      const isOut =
        route !== undefined && answer.status === 503 && ROW_OF.get(route.endpoint as Endpoint)![1].includes(503);
      // These have no body, or the names of methods.
      const isFine = isOut || isAhead || (['HEAD', 'OPTIONS'].includes(sent.method) && answer.status < 500);
      const fault = isFine ? null : (faultOf(answer, { isFile }) ?? (isFile ? null : unstatedIn(sent, answer)));
      if (fault !== null) found(fault, sent, answer.text);
      const answered = answer.text.toLowerCase();
      for (const [marker, who] of readers) {
        if (!who.includes(sent.as) && answered.includes(marker.toLowerCase()))
          found(`leaked ${marker}`, sent, answer.text);
      }
    } catch (error) {
      found(String(error), sent);
    }
  }

  beforeAll(async () => {
    const own = await plantReferral('referrer');
    const anothers = await plantReferral('stranger');
    await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
    const examples = await Promise.all(ROWS.map(([endpoint, [request]]) => exampleOf(endpoint, request)));
    const searched = [...readers.keys(), own, anothers];
    const callers = [null, 'referrer', 'siteAdmin', 'stranger', 'staff', 'ops', 'admin'] as const;
    const arbitrary = fuzzedRequests(examples, { referralId: id, anothers, searched, callers });
    const requests = fc.sample(arbitrary, { seed, numRuns: FUZZED_REQUESTS });
    const waiting = requests.values();
    const sendInTurn = async () => {
      for (const sent of waiting) await tryOut(node, sent);
    };
    const node = await startApiProcess(api);
    const forgetting = setInterval(() => void api.engines.database.pool.query('delete from rate_limit'), 100);
    await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn)).finally(() => clearInterval(forgetting));
    logged = await node.stop();
  });

  it('are answered in the envelope, none with 500, and with nothing that the caller may not read', () => {
    expect({ seed, count: faults.length, faults: faults.slice(0, 5) }).toEqual({ seed, count: 0, faults: [] });
  });

  it('leave no personal data in the log', () => {
    expect(logged.length).toBeGreaterThan(FUZZED_REQUESTS / 2);
    const personal = [...readers.keys(), '@', 'eyJ', '1990-02-03', '5125550101', 'MD-4711'];
    expect({ seed, lines: logged.filter((line) => personal.some((text) => line.includes(text))).slice(0, 5) }).toEqual({
      seed,
      lines: [],
    });
  });
});

/** How an answer with data violates the schema of its route; null: it does not. Refusals from before any route are not part of a route. */
function unstatedIn({ method, path }: WireRequest, { status, text }: WireAnswer): string | null {
  const body = JSON.parse(text) as Answer<unknown>['body'];
  if (!body.success) return null;
  try {
    checkAnswer(method, path, { status, body });
    return null;
  } catch (error) {
    return String(error);
  }
}
