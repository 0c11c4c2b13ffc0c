import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type AnyRequest,
  type Endpoint,
  IDEMPOTENCY_KEY_HEADER,
  POSITION_HEADER,
  type RequestOf,
  requestLineOf,
} from '@throughline/contracts';
import type { Person } from './people.js';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The position to read from, for a command. */
  readonly position: number | null;
  /** From the header `Retry-After`. */
  readonly retryAfterMs: number | null;
}

interface Command {
  readonly body: string;
  readonly key: string;
}

/** Used if an answer does not say when to retry. */
const AGAIN_AFTER_MS = 1_000;
/** Statuses of an overloaded machine and of a rate limit: the command was not executed. */
const DEFERRED = [429, 503];

/**
 * Calls the API like the console, over as many connections as needed; on a lower level than `fetch`, which costs the load more processor
 * time.
 */
export class Calls {
  private readonly agent = new Agent({ keepAlive: true });
  /** How many times a command was deferred. */
  deferred = 0;

  constructor(private readonly origin: string) {}

  /**
   * A command is sent once, and again under its key if the API, overloaded or at a limit, says when to retry: the wait is part of the
   * command's time. A read is made at `minPosition`.
   */
  async call<E extends Endpoint>(
    as: Person,
    endpoint: E,
    request: RequestOf<E>,
    at: { readonly minPosition?: number | null } = {},
  ): Promise<Answer> {
    const { method, path } = requestLineOf(endpoint, request, at);
    if (method === 'GET') return this.send(as, method, path);
    const command = { body: JSON.stringify((request as AnyRequest).body ?? {}), key: randomUUID() };
    for (;;) {
      const answer = await this.send(as, method, path, command);
      if (!DEFERRED.includes(answer.status)) return answer;
      this.deferred += 1;
      await pause(answer.retryAfterMs ?? AGAIN_AFTER_MS);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private async send({ token, userId }: Person, method: string, path: string, command?: Command): Promise<Answer> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(`${this.origin}/api${path}`, {
        method,
        agent: this.agent,
        headers: {
          authorization: `Bearer ${token}`,
          'user-id': userId,
          ...(command && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(command.body),
            [IDEMPOTENCY_KEY_HEADER]: command.key,
          }),
        },
      });
      sent.once('response', resolve).once('error', reject).end(command?.body);
    });
    const { [POSITION_HEADER]: position, 'retry-after': retryAfter } = response.headers;
    return {
      status: response.statusCode ?? 0,
      body: await text(response),
      position: position === undefined ? null : Number(position),
      retryAfterMs: retryAfter === undefined ? null : Number(retryAfter) * 1_000,
    };
  }
}
