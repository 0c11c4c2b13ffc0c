import pTimeout from 'p-timeout';

/** Statuses of answers that have no body. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * `fetch` that resolves when the answer has been read to its end, so that reading the body of what it resolves with never waits. Rejects
 * with a `TimeoutError` after `milliseconds`, whatever the other side does.
 *
 * A signal alone does not ensure that: when it aborts while an answer that has arrived is still being decompressed, Node's `fetch` never
 * settles the promise of the body.
 */
export function fetchWithin(
  milliseconds: number,
  url: string | URL,
  init: Omit<RequestInit, 'signal'> = {},
): Promise<Response> {
  const message = `No answer within ${milliseconds / 1000} s`;
  return pTimeout(readAnswer(url, { ...init, signal: AbortSignal.timeout(milliseconds) }), { milliseconds, message });
}

async function readAnswer(url: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const body = await response.arrayBuffer();
  return new Response(WITHOUT_BODY.includes(response.status) ? null : body, response);
}
