import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorBody, success } from '@throughline/contracts';
import { z } from 'zod';
import type { ApiUnderTest, Name } from './api-under-test.js';

/** A request byte for byte: nothing in it is encoded, repaired or omitted on the way. */
export interface WireRequest {
  readonly method: string;
  /** The path under /api. */
  readonly path: string;
  /** The caller; null for an anonymous one. */
  readonly as: Name | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Latin 1, so that every byte can be expressed, or UTF-8. */
  readonly body: string;
  readonly encoding: 'latin1' | 'utf8';
  /** True: the connection is cut before the last byte. */
  readonly cut: boolean;
}

export interface WireAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

const PATIENCE_MS = 120_000;
const agent = new Agent({ keepAlive: true });

/** Null if the connection was cut, as requested. Rejects without an answer, or without one in time. */
export function send(api: Pick<ApiUnderTest, 'origin' | 'tokens'>, sent: WireRequest): Promise<WireAnswer | null> {
  const { method, path, as, headers, body, encoding, cut } = sent;
  const bytes = Buffer.from(body, encoding);
  const { hostname, port } = new URL(api.origin);
  return new Promise((resolve, reject) => {
    // Passed as a path and not as a URL, which would resolve its dots.
    const request = httpRequest({
      hostname,
      port,
      path: `/api${path}`,
      method,
      agent,
      headers: {
        ...(as && { authorization: `Bearer ${api.tokens[as]}` }),
        'content-length': bytes.length,
        ...headers,
      },
    });
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error('There was no answer in time.')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (cut) resolve(null);
      // The server may close a kept-alive connection just as the next request is sent.
      else if (request.reusedSocket && error.code === 'ECONNRESET') send(api, sent).then(resolve, reject);
      else reject(error);
    });
    request.on('response', (response) => {
      const { statusCode = 0, headers: its } = response;
      text(response).then(
        (all) => resolve({ status: statusCode, contentType: its['content-type'] ?? '', text: all }),
        reject,
      );
    });
    if (cut) request.write(bytes.subarray(0, -1), () => request.destroy());
    else request.end(bytes);
  });
}

const SUCCESS = success(z.unknown());
const FAILURE = errorBody.strict();

/** What is wrong with an answer, in words; null: nothing. `isFile`: a success is a file and not JSON. */
export function faultOf({ status, contentType, text: answered }: WireAnswer, { isFile = false } = {}): string | null {
  if (status >= 500) return `was answered with ${status}`;
  if (status === 429) return 'was not handled: too many requests';
  if (isFile && status === 200) return null;
  if (!contentType.startsWith('application/json')) return `was answered with ${contentType || 'nothing'}`;
  if (/node_modules|\n\s+at |\\n\s+at /.test(answered)) return 'was answered with a stack';
  const envelope = status < 300 ? SUCCESS : FAILURE;
  return envelope.safeParse(JSON.parse(answered)).success ? null : 'was answered without the envelope';
}
