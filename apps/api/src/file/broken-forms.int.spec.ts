import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { submitOrder } from '../testing/an-order.js';
import { startApi } from '../testing/api-under-test.js';
import { BROKEN_FORMS, type BrokenForm, GOOD_FORM } from '../testing/broken-forms.js';
import { sendForm } from '../testing/send-form.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

/** Submits an order without a sign-in, and uses the cookie of its answer. */
async function send(form: BrokenForm) {
  const { body, headers } = await submitOrder(api);
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const path = `/api/pdf/referral/${body.data}/upload/fileName/${randomUUID()}.pdf`;
  return sendForm(api.origin, form, path, [`cookie: ${cookie}`, `idempotency-key: ${randomUUID()}`]);
}

async function storedFiles(): Promise<number> {
  const folder = fileURLToPath(api.engines.config.filesUrl);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

describe('A form that is broken', () => {
  beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

  it.each(BROKEN_FORMS.filter(({ answers }) => !answers.includes(408)))(
    '$shape: is answered, leaves nothing, and the next one is served',
    async (form) => {
      const before = await storedFiles();
      const answer = await send(form);
      expect(form.answers).toContain(answer?.status ?? null);
      if (answer) expect(answer.body).toMatchObject({ success: false, data: null, code: expect.stringContaining('/') });
      await until(async () => (await storedFiles()) === before);
      expect(await send(GOOD_FORM)).toMatchObject({ status: 201, body: { success: true } });
    },
  );
});
