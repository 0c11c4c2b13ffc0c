import { expect, it } from '@jest/globals';
import { within } from './limits.js';

it('A stall is a failure that names what was awaited', async () => {
  const never = new Promise<void>(() => undefined);
  await expect(within(1, () => 'the log', never)).rejects.toThrow('Waited 0.001 s in vain for the log.');
  expect(await within(60_000, () => 'the log', Promise.resolve('read'))).toBe('read');
});
