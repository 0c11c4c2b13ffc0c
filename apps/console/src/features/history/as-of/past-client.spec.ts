import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { READS_AS_OF } from '@throughline/contracts';
import { QueryCache, QueryObserver } from '@tanstack/react-query';
import { call } from '../../../api/api.js';
import { waitBetween } from './playback.js';
import { metaOf, pastClient } from './past-client.js';

const moment = { asOf: '20', as: 'referrer' };

function answers(): string[] {
  const asked: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((url) => {
    asked.push(String(url));
    return Promise.resolve(Response.json({ success: true, message: '', data: `answer ${asked.length}` }));
  });
  return asked;
}

const corrections = {
  queryKey: ['corrections', '1'],
  queryFn: (reading: Parameters<typeof call>[2]) =>
    call('GET /referrals/referral/{id}/corrections', { params: { id: '1' } }, reading),
};

describe('Reads of an earlier moment', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('ask for the moment where the endpoint knows it, and nowhere else', async () => {
    const asked = answers();
    const client = pastClient(new QueryCache(), moment);
    await client.fetchQuery(corrections);
    await client.fetchQuery({
      queryKey: ['carriers'],
      queryFn: (reading) => call('GET /carriers', {}, reading),
    });
    const momentIn = (url: string) => [...new URL(url, 'http://x').searchParams].filter(([name]) => name in moment);
    expect(asked.map(momentIn)).toEqual([Object.entries(moment), []]);
    for (const endpoint of READS_AS_OF) expect(metaOf(moment).momentOf(endpoint)).toEqual(moment);
  });

  it('are kept apart by moment, and read once', async () => {
    const asked = answers();
    const cache = new QueryCache();
    const read = (asOf: string) => pastClient(cache, { asOf }).fetchQuery({ ...corrections });
    expect([await read('10'), await read('20'), await read('10')]).toEqual(['answer 1', 'answer 2', 'answer 1']);
    expect(asked).toHaveLength(2);
  });

  it('show what the page has until those of the next moment are answered', async () => {
    answers();
    const cache = new QueryCache();
    const at = (asOf: string) => pastClient(cache, { asOf });
    const observer = new QueryObserver(at('10'), at('10').defaultQueryOptions(corrections));
    const shown: unknown[] = [];
    const stop = observer.subscribe(({ data }) => shown.push(data));
    await at('10').ensureQueryData(corrections);
    observer.setOptions(at('20').defaultQueryOptions(corrections));
    expect(observer.getCurrentResult()).toMatchObject({ data: 'answer 1', isPlaceholderData: true });
    await at('20').ensureQueryData(corrections);
    expect(observer.getCurrentResult()).toMatchObject({ data: 'answer 2', isPlaceholderData: false });
    stop();
  });

  it('are asked for by every query of such an endpoint: each passes on what its function gets', () => {
    const root = join(import.meta.dirname, '../../..');
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|testing)\./.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
    const present = sources.flatMap(([file, text]) =>
      [...text.replaceAll(/\s+/g, ' ').matchAll(/queryFn: (?:async )?\(\{ signal \}\)(?:(?!queryKey).){0,300}/g)]
        .filter(([words]) => READS_AS_OF.some((endpoint) => words.includes(`call('${endpoint}'`)))
        .map(([words]) => `${file}: ${words}`),
    );
    expect(present).toEqual([]);
    expect(sources.filter(([, text]) => text.includes('=> call(')).length).toBeGreaterThan(20);
  });
});

describe('Playing', () => {
  it.each([
    ['16:00:00', '16:00:50', 100, 500],
    ['16:00:00', '16:00:01', 1, 1_000],
    ['16:00:00', '19:00:00', 100, 2_000],
    ['16:00:00', '16:00:00', 1, 300],
  ])('waits from %s to %s at %d × for %d ms', (from, to, speed, wait) => {
    expect(waitBetween(`2026-11-19T${from}Z`, `2026-11-19T${to}Z`, speed)).toBe(wait);
  });
});
