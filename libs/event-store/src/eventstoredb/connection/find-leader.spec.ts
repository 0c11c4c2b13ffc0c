import { describe, expect, it } from '@jest/globals';
import { type Endpoint, findLeader, type Member } from './find-leader.js';

const at = (host: string): Endpoint => ({ host, port: 2113 });
/** The view of a cluster of the nodes a, b and c. */
const says = (leader: string | null): Member[] =>
  ['a', 'b', 'c'].map((host) => ({ ...at(host), leads: host === leader }));
const silent = new Promise<never>(() => undefined);

describe('The leader of a cluster', () => {
  const pace = { pollMs: 5, aloneMs: 50 };
  /** Gives up after so many requests. */
  const MOST = 1_000;
  const find = async (views: Record<string, () => Promise<Member[]>>, seeds = ['a', 'b', 'c'], most = MOST) => {
    const asked: string[] = [];
    const givenUp = new AbortController();
    const ask = ({ host }: Endpoint) => {
      if (asked.push(host) === most) givenUp.abort();
      return views[host]?.() ?? Promise.reject(new Error('connect ECONNREFUSED'));
    };
    const leader = await findLeader(seeds.map(at), { ask, pace, signal: givenUp.signal });
    return { leader: leader?.host, asked };
  };
  const answers = (view: Member[]) => () => Promise.resolve(view);

  it('is the node that most nodes and itself name, although others are dead or silent', async () => {
    expect(await find({ a: answers(says('b')), b: answers(says('b')) })).toMatchObject({ leader: 'b' });
    expect(await find({ a: () => silent, b: answers(says('c')), c: answers(says('c')) })).toMatchObject({
      leader: 'c',
    });
  });

  it('is found by the name of any node, or of all', async () => {
    const views = { a: answers(says('c')), b: answers(says('c')), c: answers(says('c')) };
    expect(await find(views, ['b'])).toMatchObject({ leader: 'c' });
    expect(await find({ ...views, cluster: views.a }, ['cluster'])).toMatchObject({ leader: 'c' });
  });

  it('is not the one that only the others still name, because it is dead or frozen', async () => {
    let asked = 0;
    const elected = () => (++asked > 4 ? says('b') : says('a'));
    const views = { b: () => Promise.resolve(elected()), c: () => Promise.resolve(elected()) };
    expect(await find(views)).toMatchObject({ leader: 'b' });
    expect(await find({ ...views, a: () => silent })).toMatchObject({ leader: 'b' });
  });

  it('is not the one that was deposed and only names itself, while most name another', async () => {
    const views = { a: answers(says('a')), b: answers(says('b')), c: answers(says('b')) };
    for (let n = 0; n < 5; n++) expect(await find(views)).toMatchObject({ leader: 'b' });
  });

  it('is, after a while, a node that names itself, when the others cannot be reached from here', async () => {
    expect(await find({ a: answers(says('a')) })).toMatchObject({ leader: 'a' });
  });

  it('is nobody while none of them claims to be it, and nobody is asked after the end', async () => {
    const { leader, asked } = await find({ a: answers(says(null)), b: answers(says('a')) }, undefined, 30);
    expect(leader).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 20 * pace.pollMs));
    expect(asked).toHaveLength(30);
  });
});
