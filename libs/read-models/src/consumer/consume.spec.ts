import { describe, expect, it } from '@jest/globals';
import { HEARTBEAT, withHeartbeat } from './consume.js';

describe('Messages with ticks', () => {
  it('passes every message on, in order, and ends with them', async () => {
    async function* three() {
      yield 1;
      yield 2;
      yield 3;
    }
    const seen: unknown[] = [];
    for await (const message of withHeartbeat(three(), 10_000)) seen.push(message);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('ticks while there is no message, and loses none', async () => {
    let give: (value: string) => void = () => undefined;
    async function* late() {
      yield await new Promise<string>((resolve) => (give = resolve));
    }
    const seen: unknown[] = [];
    for await (const message of withHeartbeat(late(), 1)) {
      seen.push(message);
      if (seen.length === 3) give('at last');
    }
    expect(seen.slice(0, 3)).toEqual([HEARTBEAT, HEARTBEAT, HEARTBEAT]);
    expect(seen.at(-1)).toBe('at last');
  });

  it('throws what the messages throw', async () => {
    async function* broken(): AsyncGenerator<number> {
      yield 1;
      throw new Error('lost');
    }
    const all = async () => {
      for await (const message of withHeartbeat(broken(), 10_000)) expect(message).toBe(1);
    };
    await expect(all()).rejects.toThrow('lost');
  });
});
