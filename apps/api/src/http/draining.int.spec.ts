import { Agent, get as ask, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { startApi } from '../testing/api-under-test.js';

const api = await startApi();
const CLIENTS = 8;

/** Asks one request after the other over one kept connection until it is refused; gives how each of them ended. */
async function hammer(url: string, seen: () => void): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: string[] = [];
  while (outcomes.at(-1) !== 'ECONNREFUSED' && outcomes.length < 100_000) {
    outcomes.push(await outcomeOf(url, agent));
    seen();
  }
  agent.destroy();
  return outcomes;
}

function outcomeOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const answered = (response: IncomingMessage) =>
      response.resume().once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
    ask(url, { agent }, answered).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

describe('A stop', () => {
  it('loses no request of those who keep their connection: each is told with an answer to go elsewhere', async () => {
    const stopping: Promise<void>[] = [];
    let asked = 0;
    const stopAfterAWhile = () => {
      if (++asked === 20 * CLIENTS) stopping.push(api.close());
    };
    const clients = Array.from({ length: CLIENTS }, () => hammer(`${api.origin}/api/health/live`, stopAfterAWhile));
    for (const outcomes of await Promise.all(clients)) {
      expect([...new Set(outcomes)]).toEqual(['200 keep-alive', '200 close', 'ECONNREFUSED']);
    }
    await Promise.all(stopping);
  });
});
