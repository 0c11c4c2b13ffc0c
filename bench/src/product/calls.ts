import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { IDEMPOTENCY_KEY_HEADER, POSITION_HEADER } from '@throughline/contracts';
import type { Person } from './people.js';

interface Answer {
  readonly status: number;
  readonly body: string;
  /** Of a command: the position to read from. */
  readonly position: string | null;
}

/** Calls of the API as the console makes them, over as many connections as are needed; below `fetch`, which costs the load more. */
export class Calls {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly origin: string) {}

  /** One command, once. */
  post(as: Person, path: string, body: object): Promise<Answer> {
    return this.send(as, 'POST', path, JSON.stringify(body));
  }

  get(as: Person, path: string): Promise<Answer> {
    return this.send(as, 'GET', path);
  }

  close(): void {
    this.agent.destroy();
  }

  private async send({ token, userId }: Person, method: string, path: string, body?: string): Promise<Answer> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(`${this.origin}/api${path}`, {
        method,
        agent: this.agent,
        headers: {
          authorization: `Bearer ${token}`,
          'user-id': userId,
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            [IDEMPOTENCY_KEY_HEADER]: randomUUID(),
          }),
        },
      });
      sent.once('response', resolve).once('error', reject).end(body);
    });
    const position = response.headers[POSITION_HEADER];
    return { status: response.statusCode ?? 0, body: await text(response), position: String(position ?? '') || null };
  }
}
