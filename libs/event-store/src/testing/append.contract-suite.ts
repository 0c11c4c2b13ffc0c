import { describe, expect, it } from '@jest/globals';
import { EventTooLarge, WrongExpectedRevision } from '../errors.js';
import type { AppendResult, NewEvent } from '../event-store.js';
import { all } from './follower.js';
import type { Bench } from './engine.js';
import { newEvent, newEvents } from './new-event.js';

const placeOf = ({ revision, position }: AppendResult) => ({ revision, position });

export function appendContract(bench: Bench): void {
  const newStream = () => `${bench.category()}-1`;

  describe('expected revision', () => {
    it('no-stream starts a stream, once', async () => {
      const stream = newStream();
      expect(await bench.store.append(stream, 'no-stream', newEvents(2))).toMatchObject({ revision: 1 });
      await expect(bench.store.append(stream, 'no-stream', newEvents(1))).rejects.toMatchObject({
        name: 'WrongExpectedRevision',
        stream,
        expected: 'no-stream',
        actual: 1,
      });
    });

    it('a number is the revision of the last event, neither older nor newer', async () => {
      const stream = newStream();
      await expect(bench.store.append(stream, 0, newEvents(1))).rejects.toMatchObject({ actual: 'no-stream' });
      await bench.store.append(stream, 'no-stream', newEvents(1));
      expect(await bench.store.append(stream, 0, newEvents(1))).toMatchObject({ revision: 1 });
      await expect(bench.store.append(stream, 0, newEvents(1))).rejects.toMatchObject({ expected: 0, actual: 1 });
      await expect(bench.store.append(stream, 2, newEvents(1))).rejects.toMatchObject({ expected: 2, actual: 1 });
    });

    it('any takes the next revision, whatever it is', async () => {
      const stream = newStream();
      const results = await Promise.all(newEvents(40).map((event) => bench.store.append(stream, 'any', [event])));
      expect(results.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(
        newEvents(40).map((_, index) => index),
      );
    });

    it('lets one of several at the same revision win, and each of the others fails', async () => {
      const stream = newStream();
      const outcomes = await Promise.allSettled(
        newEvents(25).map((event) => bench.store.append(stream, 'no-stream', [event])),
      );
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(refused).toHaveLength(24);
      for (const reason of refused) expect(reason).toBeInstanceOf(WrongExpectedRevision);
    });
  });

  it('writes all of an append or nothing', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no-stream', newEvents(1));
    await expect(bench.store.append(stream, 'no-stream', newEvents(300))).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await all(bench.store.readStream(stream))).toHaveLength(1);
    await bench.store.append(stream, 0, newEvents(300));
    expect(await all(bench.store.readStream(stream))).toHaveLength(301);
  });

  it('gives each of many concurrent callers, of two stores, its own result', async () => {
    const category = bench.category();
    const stores = [bench.store, await bench.open()];
    await Promise.all(
      newEvents(300).map(async (event, index) => {
        const stream = `${category}-${index}`;
        const store = stores[index % 2]!;
        const rightRevision = index % 3 > 0;
        const appended = store.append(stream, rightRevision ? 'no-stream' : 7, [event, newEvent()]);
        if (!rightRevision) return expect(appended).rejects.toMatchObject({ stream, actual: 'no-stream' });
        const { position } = await appended;
        const written = await all(store.readStream(stream, { from: 1 }));
        return expect(written).toMatchObject([{ stream, revision: 1, position }]);
      }),
    );
  });

  it('reports as fresh only events that are stored as given, one after another', async () => {
    const stream = newStream();
    const events = newEvents(3);
    const { isFresh, position, revision } = await bench.store.append(stream, 'no-stream', events);
    if (!isFresh) return;
    const expected = events.map((event, n) => ({
      ...event,
      stream,
      revision: revision - 2 + n,
      position: position - 2 + n,
    }));
    expect(await all(bench.store.readStream(stream))).toEqual(expected);
  });

  describe('the same event ids', () => {
    it('at the same revision answer as the first time did, also when the stream has grown', async () => {
      const stream = newStream();
      const [first, second, third] = [newEvents(2), newEvents(2), newEvents(1)];
      const started = await bench.store.append(stream, 'no-stream', first);
      const grown = await bench.store.append(stream, 1, second);
      await bench.store.append(stream, 3, third);
      const another = await bench.open();
      expect(await another.append(stream, 'no-stream', first)).toEqual(placeOf(started));
      expect(await another.append(stream, 1, second)).toEqual(placeOf(grown));
      expect(await all(bench.store.readStream(stream))).toHaveLength(5);
    });

    it('sent twice at once are written once', async () => {
      const stream = newStream();
      const events = newEvents(3);
      const another = await bench.open();
      const answers = await Promise.all(
        [bench.store, another, bench.store, another].map((store) => store.append(stream, 'no-stream', events)),
      );
      for (const answer of answers) expect(placeOf(answer)).toEqual(placeOf(answers[0]!));
      expect(answers.filter(({ isFresh }) => isFresh).length).toBeLessThanOrEqual(1);
      expect(await all(bench.store.readStream(stream))).toHaveLength(3);
    });

    it('at any are written once', async () => {
      const stream = newStream();
      const events = newEvents(2);
      const first = await bench.store.append(stream, 'any', events);
      await bench.store.append(stream, 'any', newEvents(1));
      expect(await bench.store.append(stream, 'any', events)).toEqual(placeOf(first));
      expect(await all(bench.store.readStream(stream))).toHaveLength(3);
    });

    it('that only partly overlap are refused', async () => {
      const stream = newStream();
      const [one, two] = [newEvent(), newEvent()];
      await bench.store.append(stream, 'no-stream', [one, two]);
      for (const events of [
        [one, newEvent()],
        [newEvent(), two],
        [two, one],
        [one, two, newEvent()],
      ]) {
        await expect(bench.store.append(stream, 'no-stream', events)).rejects.toBeInstanceOf(WrongExpectedRevision);
      }
      expect(await all(bench.store.readStream(stream))).toHaveLength(2);
    });
  });

  describe('what cannot be stored is refused, and affects no other append', () => {
    const withMetadata = (change: object): NewEvent[] => {
      const event = newEvent();
      return [{ ...event, metadata: { ...event.metadata, ...change } }];
    };
    const event = newEvent();
    const sparse: unknown[] = [];
    sparse[1] = 'after a hole';
    const deep: unknown = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000));
    const unstorable: readonly (readonly [string, readonly NewEvent[]])[] = [
      ['no events', []],
      ['an id that is no UUID', withMetadata({ eventId: '42' })],
      ['one id twice', [event, event]],
      ['no type', [{ ...newEvent(), type: '' }]],
      ['a type of the server’s own', [{ ...newEvent(), type: '$streamDeleted' }]],
      ['a BigInt', [newEvent({ number: 1n })]],
      ['undefined data', [{ ...newEvent(), data: undefined }]],
      ['an undefined field', [newEvent({ note: undefined })]],
      ['not a number', [newEvent({ count: Number.NaN })]],
      ['a date', [newEvent({ at: new Date(0) })]],
      ['a hole in a list', [newEvent(sparse)]],
      ['a function in the metadata', withMetadata({ actor: () => null })],
      ['a NUL', [newEvent({ text: 'a\0b' })]],
      ['half a surrogate pair', [newEvent({ text: 'a\ud83c' })]],
      ['a bottomless list', [newEvent(deep)]],
    ];

    it.each(unstorable)('%s', async (_, events) => {
      const stream = newStream();
      const other = bench.store.append(newStream(), 'no-stream', newEvents(1));
      await expect(bench.store.append(stream, 'no-stream', events)).rejects.toBeInstanceOf(TypeError);
      await expect(other).resolves.toMatchObject({ revision: 0 });
      expect(await all(bench.store.readStream(stream))).toEqual([]);
    });

    it.each(['', 'referral', '-1', 'referral-', 'two words-1', `long-${'x'.repeat(300)}`])(
      'the stream %p',
      async (stream) => {
        await expect(bench.store.append(stream, 'no-stream', newEvents(1))).rejects.toBeInstanceOf(TypeError);
      },
    );

    it.each([-1, 0.5, Number.NaN])('the revision %p', async (revision) => {
      await expect(bench.store.append(newStream(), revision, newEvents(1))).rejects.toBeInstanceOf(TypeError);
    });

    it('more than 1 MiB', async () => {
      const stream = newStream();
      const [small, large] = [newEvent('x'.repeat(1_000_000)), newEvent('é'.repeat(600_000))];
      await expect(bench.store.append(stream, 'no-stream', [large])).rejects.toBeInstanceOf(EventTooLarge);
      await expect(bench.store.append(stream, 'no-stream', [small, small])).rejects.toThrow();
      expect(await bench.store.append(stream, 'no-stream', [small])).toMatchObject({ revision: 0 });
    });
  });

  it('returns what it was given', async () => {
    const stream = newStream();
    const data = [
      { text: 'Zoë 👩🏽‍⚕️ سلام ភាសាខ្មែរ \u0001\u2028 "\\ ﷽', empty: '', nothing: null, list: [[], {}, [null, false]] },
      {
        b: 1,
        a: -0.1,
        10: 'ten',
        9: 'nine',
        large: Number.MAX_SAFE_INTEGER,
        tiny: 5e-324,
        huge: 1.7976931348623157e308,
      },
      JSON.parse('{"__proto__": {"constructor": 1}, "": "empty key"}') as unknown,
      null,
      'text alone',
      0,
      [],
    ];
    const events = data.map((each) => newEvent(each));
    await bench.store.append(stream, 'no-stream', events);
    const read = await all(bench.store.readStream(stream));
    expect(read.map(({ type, data, metadata }) => ({ type, data, metadata }))).toEqual(events);
    expect(read.map(({ stream: itsStream, revision }) => [itsStream, revision])).toEqual(
      data.map((_, i) => [stream, i]),
    );
  });
}
