import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll } from '@jest/globals';
import { type UploadAnswer } from '@throughline/contracts';
import { fileDecider, type FileCommand, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand, readState } from '@throughline/event-store';
import { fileURLToPath } from 'node:url';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi, type Name } from '../testing/api-under-test.js';
import { get, type Answer } from '../testing/call.js';
import { until } from '../testing/until.js';

export const api = await startApi();

afterAll(() => api.close());

export const PDF = Buffer.from('%PDF-1.7\n of the specs');

interface Sending {
  readonly as?: Name;
  readonly cookie?: string;
  readonly key?: string;
  readonly bytes?: Buffer;
  readonly userId?: string;
  readonly fileType?: string;
  readonly minPosition?: number;
  /** A slash after the path. */
  readonly slash?: '/';
  /** The origin of the node to send to. */
  readonly origin?: string;
}

export const pathOf = (id: string, name: string) => `/pdf/referral/${id}/upload/fileName/${encodeURIComponent(name)}`;

export async function upload(id: string, name: string, sending: Sending = {}): Promise<Answer<UploadAnswer>> {
  const {
    as,
    cookie,
    key = randomUUID(),
    bytes = PDF,
    userId,
    fileType,
    minPosition = 0,
    slash = '',
    origin = api.origin,
  } = sending;
  const body = new FormData();
  if (userId !== undefined) body.append('userId', userId);
  body.append('file', new Blob([new Uint8Array(bytes)]), 'ignored.pdf');
  const type = fileType === undefined ? '' : `&fileType=${encodeURIComponent(fileType)}`;
  const response = await fetch(`${origin}/api${pathOf(id, name)}${slash}?minPosition=${minPosition}${type}`, {
    method: 'POST',
    body,
    headers: {
      'idempotency-key': key,
      ...(as && { authorization: `Bearer ${api.tokens[as]}` }),
      ...(cookie && { cookie }),
    },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
}

/** Submits an order; returns its id and the cookie of the answer. */
export async function submit(as?: Name) {
  const { body, headers } = await submitOrder(api, anOrder(), { ...(as && { as }) });
  const cookie = headers.getSetCookie()[0]?.split(';')[0];
  if (as) await until(async () => (await get(api, `/referrals/referral/${body.data}`, { as })).status === 200);
  return { id: body.data, ...(cookie && { cookie }) };
}

export const uploadsOf = async (id: string) => (await readState(api.engines.store, fileDecider, id)).state.uploads;

export const storedFiles = async () => {
  const entries = await readdir(fileURLToPath(api.engines.config.filesUrl), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

/** Checks that `work` leaves no additional files. */
export async function keepingNothing(work: () => Promise<unknown>): Promise<void> {
  const before = await storedFiles();
  await work();
  await until(async () => (await storedFiles()).length === before.length);
}

export const executeCommand = (id: string, command: FileCommand) =>
  handleCommand(api.engines.store, {
    decider: fileDecider,
    id,
    command,
    context: {
      commandId: randomUUID(),
      actor: SYSTEM_ACTOR,
      at: new Date().toISOString(),
      correlationId: randomUUID(),
      causationId: null,
    },
  });
