import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { type AnyRequest, type Endpoint, type RequestOf, requestLineOf } from '@throughline/contracts';

const CHANGES_PER_MINUTE = Number(process.env['FIGURES_CHANGES'] ?? 1_000);
/** The page on screen, and the next one. */
const TASKS = 50;

/** Tasks are claimed by a colleague, put on hold, taken off hold and released. Then everything is as it was. */
export async function changeQueue(api: string, token: string): Promise<void> {
  const call = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => {
    const { method, path } = requestLineOf(endpoint, request);
    const answer = await fetch(api + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: method === 'GET' ? null : JSON.stringify((request as AnyRequest).body ?? {}),
    });
    expect(answer.status).toBe(200);
    return answer.json() as Promise<unknown>;
  };
  const { data } = (await call('GET /tasks', { query: { pageSize: TASKS } })) as {
    data: { readonly rows: readonly { readonly taskId: string }[] };
  };
  const until = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const steps = [
    (taskId: string) => call('POST /tasks/{taskId}/claim', { params: { taskId } }),
    (taskId: string) =>
      call('POST /tasks/{taskId}/hold', {
        params: { taskId },
        body: { until, reason: null, seen: { until: null, reason: null } },
      }),
    (taskId: string) => call('POST /tasks/{taskId}/resume', { params: { taskId } }),
    (taskId: string) => call('POST /tasks/{taskId}/release', { params: { taskId } }),
  ];
  const startedAt = performance.now();
  let sent = 0;
  /** By task. On a busy machine a step can take longer than the time until the next one of its task, which is refused before it. */
  const done = new Map<string, Promise<unknown>>();
  for (const step of [...steps, ...steps]) {
    for (const { taskId } of data.rows) {
      await pause(startedAt + sent * (60_000 / CHANGES_PER_MINUTE) - performance.now());
      sent += 1;
      done.set(
        taskId,
        (done.get(taskId) ?? Promise.resolve()).then(() => step(taskId)),
      );
    }
  }
  await Promise.all(done.values());
}
