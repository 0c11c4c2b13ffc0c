import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { type FileEntry, MAX_UPLOAD_BYTES, POSITION_HEADER, type SubmissionDetail } from '@throughline/contracts';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startAnotherNode } from '../testing/api-under-test.js';
import { callOnce, get } from '../testing/call.js';
import { until } from '../testing/until.js';
import {
  PDF,
  api,
  executeCommand,
  keepingNothing,
  pathOf,
  storedFiles,
  submit,
  upload,
  uploadsOf,
} from './upload-file.testing.js';

/** A request whose body the spec writes byte by byte. */
function raw(id: string, headers: Readonly<Record<string, string>>): ClientRequest {
  const url = new URL(`${api.origin}/api${pathOf(id, 'raw.pdf')}`);
  const request = httpRequest(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.tokens.referrer}`, ...headers },
  });
  request.on('error', () => undefined);
  return request;
}

const FORM = { 'content-type': 'multipart/form-data; boundary=x' };

const FILE_PART = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';

describe('A file', () => {
  it('can be attached by callers that may read the referral, and is not served before it is checked', async () => {
    const { id } = await submit('referrer');
    const answer = await upload(id, 'Prescription 1.pdf', { as: 'colleague', userId: 'u-colleague' });
    expect(answer).toMatchObject({ status: 201, body: { success: true, data: { fileId: 1 } } });
    const position = answer.headers.get('x-throughline-position');
    const asReferrer = { as: 'referrer' } as const;
    const files = await get<FileEntry[]>(api, `/pdf/referral/${id}/files?minPosition=${position}`, asReferrer);
    expect(files.body.data).toEqual([]);
    expect((await get(api, `/pdf/referral/${id}/file/1`, asReferrer)).body.code).toBe('file/not-found');
    const { body } = await get<SubmissionDetail>(api, `/referrals/referral/${id}/submission`, asReferrer);
    expect(body.data.files).toEqual([
      { fileId: 1, fileName: 'Prescription 1.pdf', size: PDF.length, check: 'waiting', message: null },
    ]);

    const { position: checked } = await executeCommand(id, {
      type: 'AcceptFile',
      data: { referralId: id, fileId: 1, checkedAt: new Date().toISOString() },
    });
    const given = await get<FileEntry[]>(api, `/pdf/referral/${id}/files?minPosition=${checked}`, asReferrer);
    expect(given.body.data).toMatchObject([{ id: [1], type: 'Other', fileName: 'Prescription 1.pdf' }]);
    const link = await get<string>(api, `/pdf/referral/${id}/file/1`, asReferrer);
    expect(Buffer.from(await (await fetch(api.origin + link.body.data)).arrayBuffer())).toEqual(PDF);
  });

  it('cannot be attached by others, who get the same answer for an unknown referral', async () => {
    const { id } = await submit('referrer');
    await keepingNothing(async () => {
      expect((await upload(id, 'a.pdf', { as: 'stranger' })).status).toBe(404);
      expect((await upload('263251234512345', 'a.pdf', { as: 'referrer' })).status).toBe(404);
      expect((await upload(id, 'a.pdf')).status).toBe(401);
    });
    expect(await uploadsOf(id)).toEqual([]);
  });

  it('is accepted as soon as its referral is in the log, even before the read models have it', async () => {
    await using other = await startAnotherNode(api);
    const blocking = await api.engines.database.pool.connect();
    await blocking.query('begin');
    await blocking.query('lock table consumer_checkpoint in share mode');
    try {
      const { body: created, headers } = await submitOrder(api, anOrder(), { as: 'referrer' });
      const id = created.data;
      expect((await upload(id, 'a.pdf', { as: 'referrer' })).status).toBe(201);
      expect((await upload(id, 'b.pdf', { as: 'referrer', origin: other.origin })).status).toBe(201);
      expect((await upload(id, 'staff.pdf', { as: 'staff' })).status).toBe(201);
      expect((await upload(id, 'c.pdf', { as: 'stranger' })).status).toBe(404);
      const minPosition = Number(headers.get(POSITION_HEADER));
      const reads = [`/referrals/referral/${id}`, `/pdf/referral/${id}/files`, `/pdf/referral/${id}/generate`];
      // Sent at the same time: each waits for the projector, whose statement must not run into its timeout while it waits for the lock.
      const answers = await Promise.all(
        reads
          .flatMap((read) => [read, `${read}?minPosition=${minPosition}`])
          .map(async (path) => ({ path, ...(await callOnce(api, 'GET', path, { as: 'referrer' })) })),
      );
      for (const { path, status, headers: refused, body } of answers)
        expect([path, status, body.code, refused.get('retry-after')]).toEqual([path, 503, 'service/behind', '2']);
      for (const path of reads) expect((await get(api, path, { as: 'stranger' })).status).toBe(404);
    } finally {
      await blocking.query('rollback');
      blocking.release();
    }
  });

  it('cannot be attached in the name of another user', async () => {
    const { id } = await submit('referrer');
    await keepingNothing(async () => {
      const answer = await upload(id, 'a.pdf', { as: 'referrer', userId: 'u-colleague' });
      expect(answer).toMatchObject({ status: 403, body: { code: 'identity/mismatch' } });
    });
  });

  it('is 2 MB at most', async () => {
    const { id } = await submit('referrer');
    const bytes = Buffer.concat([PDF, randomBytes(MAX_UPLOAD_BYTES)]);
    expect((await upload(id, 'just.pdf', { as: 'referrer', bytes: bytes.subarray(0, MAX_UPLOAD_BYTES) })).status).toBe(
      201,
    );
    await keepingNothing(async () => {
      const answer = await upload(id, 'over.pdf', { as: 'referrer', bytes: bytes.subarray(0, MAX_UPLOAD_BYTES + 1) });
      expect(answer).toMatchObject({ status: 413, body: { code: 'file/too-big', message: 'File size is too big' } });
    });
  });

  it('is cut off at 2 MB while it streams, whatever length it announces', async () => {
    const { id } = await submit('referrer');
    await keepingNothing(async () => {
      const endless = raw(id, FORM);
      endless.write(`${FILE_PART}%PDF-1.7`);
      const pouring = setInterval(() => endless.write(Buffer.alloc(256 * 1024, 'x')), 1);
      const [answer] = (await once(endless, 'response')) as [{ statusCode: number }];
      clearInterval(pouring);
      endless.destroy();
      expect(answer.statusCode).toBe(413);
    });
  });

  const FORM_IN_A_FORM = '--y\r\ncontent-disposition: form-data; name="file"\r\n\r\n';
  it.each([
    '\ufeff',
    '\r\n',
    'Converter 10\n',
    'PK\u0003\u0004',
    '<html><script>',
    FORM_IN_A_FORM,
    '\u0000'.repeat(1_000),
  ])('may have %j before its header, which is not stored', async (lead) => {
    const { id } = await submit('referrer');
    const bytes = Buffer.concat([Buffer.from(lead), PDF]);
    expect((await upload(id, 'led.pdf', { as: 'referrer', bytes })).status).toBe(201);
    const { position } = await executeCommand(id, {
      type: 'AcceptFile',
      data: { referralId: id, fileId: 1, checkedAt: new Date().toISOString() },
    });
    await get(api, `/pdf/referral/${id}/files?minPosition=${position}`, { as: 'referrer' });
    const link = await get<string>(api, `/pdf/referral/${id}/file/1`, { as: 'referrer' });
    expect(Buffer.from(await (await fetch(api.origin + link.body.data)).arrayBuffer())).toEqual(PDF);
  });

  it.each(['', '%PDF', `${' '.repeat(2_000)}%PDF-1.7`, 'PK\u0003\u0004', '<html>'])(
    'must be a PDF from within its first 1,024 bytes: %j',
    async (text) => {
      const { id } = await submit('referrer');
      await keepingNothing(async () => {
        const answer = await upload(id, 'a.pdf', { as: 'referrer', bytes: Buffer.from(text) });
        expect(answer).toMatchObject({ status: 415, body: { message: 'File type is not supported' } });
      });
    },
  );

  it.each([
    ['a/b.pdf', 'File name must be a name without a path.'],
    ['a\\b.pdf', 'File name must be a name without a path.'],
    ['a\u0007.pdf', 'File name holds characters that cannot be shown.'],
    ['exe\u202efdp.pdf', 'File name holds characters that cannot be shown.'],
    [`${'a'.repeat(252)}.pdf`, 'File name is limited to 255 characters.'],
    ['x.txt', 'File type is not supported'],
  ])('may not be named %j', async (name, message) => {
    const { id } = await submit('referrer');
    await keepingNothing(async () => {
      expect(await upload(id, name, { as: 'referrer' })).toMatchObject({ status: 400, body: { message } });
    });
  });

  it('may have its extension in any case', async () => {
    const { id } = await submit('referrer');
    expect((await upload(id, 'SCAN.PDF', { as: 'referrer' })).status).toBe(201);
  });

  it('has a unique name', async () => {
    const { id } = await submit('referrer');
    await upload(id, 'Scan.pdf', { as: 'referrer' });
    await keepingNothing(async () => {
      const answer = await upload(id, 'scan.PDF', { as: 'referrer', bytes: Buffer.from('%PDF-1.4 another') });
      expect(answer).toMatchObject({ status: 409, body: { message: 'A file with this name is attached already.' } });
    });
  });

  it('that was cut off leaves nothing behind', async () => {
    const { id } = await submit('referrer');
    await keepingNothing(async () => {
      const cut = raw(id, FORM);
      cut.write(`${FILE_PART}%PDF-1.7 half of`);
      await until(async () => (await storedFiles()).some((name) => name.endsWith('.unfinished')));
      cut.destroy();
    });
    expect(await uploadsOf(id)).toEqual([]);
  });
});

describe('A repeated upload', () => {
  it('is stored once, by its key', async () => {
    const { id } = await submit('referrer');
    const key = randomUUID();
    const first = await upload(id, 'a.pdf', { as: 'referrer', key });
    await keepingNothing(async () => {
      expect((await upload(id, 'a.pdf', { as: 'referrer', key })).body).toEqual(first.body);
      // Another `minPosition` does not make another command.
      const again = await upload(id, 'a.pdf', { as: 'referrer', key, minPosition: 1, slash: '/' });
      expect(again.body).toEqual(first.body);
      const another = await upload(id, 'a.pdf', { as: 'referrer', key, bytes: Buffer.from('%PDF-other') });
      expect(another.body.code).toBe('request/idempotency-key-reused');
    });
    expect(await uploadsOf(id)).toHaveLength(1);
  });

  it('is stored once, by its name and content', async () => {
    const { id } = await submit('referrer');
    await upload(id, 'a.pdf', { as: 'referrer' });
    await keepingNothing(async () => {
      expect((await upload(id, 'a.pdf', { as: 'referrer' })).body.data).toEqual({ fileId: 1 });
    });
    expect(await uploadsOf(id)).toHaveLength(1);
  });

  it('is stored once when the connection was cut before the answer', async () => {
    const { id } = await submit('referrer');
    const key = randomUUID();
    const first = raw(id, { ...FORM, 'idempotency-key': key });
    first.end(`${FILE_PART}${PDF.toString()}\r\n--x--\r\n`);
    first.on('response', (response) => response.destroy());
    await until(async () => (await uploadsOf(id)).length === 1);
    first.destroy();
    const again = await upload(id, 'raw.pdf', { as: 'referrer', key });
    expect(again.body).toMatchObject({ success: true, data: { fileId: 1 } });
    expect(await uploadsOf(id)).toHaveLength(1);
  });
});

describe('A malformed form', () => {
  it.each([
    ['is not a form', { 'content-type': 'application/pdf' }, PDF.toString()],
    ['has no boundary', { 'content-type': 'multipart/form-data' }, PDF.toString()],
    ['has no file', FORM, '--x\r\ncontent-disposition: form-data; name="userId"\r\n\r\n\r\n--x--\r\n'],
    ['has its file in another field', FORM, `${FILE_PART.replace('"file"', '"other"')}%PDF-\r\n--x--\r\n`],
    ['has two files', FORM, `${FILE_PART}%PDF-1\r\n${FILE_PART}%PDF-2\r\n--x--\r\n`],
    ['does not end', FORM, `${FILE_PART}%PDF-1.7`],
    ['has an invalid header', FORM, `--x\r\n\u0000: \r\n\r\n%PDF-\r\n--x--\r\n`],
    ['is empty', FORM, ''],
  ])('is refused, and stores nothing: %s', async (_, headers, body) => {
    const { id } = await submit('referrer');
    await keepingNothing(async () => {
      const request = raw(id, headers);
      request.end(body);
      const [answer] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }];
      answer.resume();
      expect(answer.statusCode).toBe(400);
    });
    expect(await uploadsOf(id)).toEqual([]);
  });

  it('never causes a 500, whichever part of a valid form is changed', async () => {
    const { id } = await submit('referrer');
    const good = Buffer.from(`${FILE_PART}%PDF-1.7 good\r\n--x--\r\n`);
    const seed = randomBytes(4).readUInt32BE();
    const random = numbersFrom(seed);
    for (let n = 0; n < 200; n++) {
      const body = Buffer.from(good);
      for (let times = 0; times < 1 + random(4); times++) body[random(body.length)] = random(256);
      const request = raw(id, FORM);
      request.end(body.subarray(0, random(10) === 0 ? random(body.length) : body.length));
      const [answer] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }];
      answer.resume();
      expect({ seed, n, ok: answer.statusCode < 500 }).toEqual({ seed, n, ok: true });
    }
  });
});

/** Whole numbers below the given limit, the same for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
