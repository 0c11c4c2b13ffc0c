import { Agent, get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { startAnotherNode, startApi } from '../../testing/api-under-test.js';
import { Draining } from './draining.js';

const api = await startApi();
const CLIENTS = 8;

/** Sends one request after the other over one kept connection until it is refused; returns how each of them ended. */
async function sendUntilRefused(url: string, onOutcome: () => void): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: string[] = [];
  while (outcomes.at(-1) !== 'ECONNREFUSED' && outcomes.length < 100_000) {
    outcomes.push(await outcomeOf(url, agent));
    onOutcome();
  }
  agent.destroy();
  return outcomes;
}

function outcomeOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const answered = (response: IncomingMessage) =>
      response.resume().once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
    get(url, { agent }, answered).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

describe('A stop', () => {
  it('is said first to a proxy that asks whether the API is alive, while the API serves as before', async () => {
    await using node = await startAnotherNode(api);
    const ask = async (path: string) => (await fetch(`${node.origin}/api${path}`)).status;
    const [lives, pages]: [number[], number[]] = [[await ask('/health/live')], []];
    let isOver = false;
    const notice = node.app
      .get(Draining)
      .giveNotice(1_000)
      .then(() => (isOver = true));
    while (!isOver) {
      lives.push(await ask('/health/live'));
      pages.push(await ask('/config'));
    }
    await notice;
    expect([lives[0], ...new Set(lives.slice(1))]).toEqual([200, 503]);
    expect([...new Set(pages)]).toEqual([200]);
  });

  it('loses no request on a kept connection: a response tells each client to close it', async () => {
    const stopping: Promise<void>[] = [];
    let requests = 0;
    const stopAfterAWhile = () => {
      if (++requests === 20 * CLIENTS) stopping.push(api.close());
    };
    const clients = Array.from({ length: CLIENTS }, () =>
      sendUntilRefused(`${api.origin}/api/health/live`, stopAfterAWhile),
    );
    for (const outcomes of await Promise.all(clients)) {
      expect([...new Set(outcomes)]).toEqual(['200 keep-alive', '200 close', 'ECONNREFUSED']);
    }
    await Promise.all(stopping);
  });
});
