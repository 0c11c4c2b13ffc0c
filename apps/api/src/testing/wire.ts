import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiUnderTest, Name } from './api-under-test.js';

/** A request byte for byte: nothing of it is encoded, mended or left out on the way. */
export interface WireRequest {
  /** Under /api. */
  readonly path: string;
  /** The caller; null for an anonymous one. */
  readonly as: Name | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Latin 1, so that every byte can be named, or UTF-8. */
  readonly body: string;
  readonly encoding: 'latin1' | 'utf8';
  /** The connection is cut before the last byte. */
  readonly cut: boolean;
}

export interface WireAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

const PATIENCE_MS = 10_000;
/** A connection for each: one that is kept may be closed by the server just as the next request goes out. */
const agent = new Agent({ keepAlive: false });

/** Null where the connection was cut, as it was asked. Rejects without an answer, and without one in time. */
export function send(
  api: ApiUnderTest,
  { path, as, headers, body, encoding, cut }: WireRequest,
): Promise<WireAnswer | null> {
  const bytes = Buffer.from(body, encoding);
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${api.origin}/api${path}`, {
      method: 'POST',
      agent,
      headers: {
        ...(as && { authorization: `Bearer ${api.tokens[as]}` }),
        'content-length': bytes.length,
        ...headers,
      },
    });
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error('There was no answer in time.')));
    request.on('error', (error) => (cut ? resolve(null) : reject(error)));
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
