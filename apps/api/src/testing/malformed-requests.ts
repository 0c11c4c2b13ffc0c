import { MAX_UPLOAD_BYTES } from '@throughline/contracts';
import { ORDER_FORM_IDS } from '@throughline/domain';
import fc from 'fast-check';
import { malformedJson } from './malformed-json.js';
import { ORDERS_OF_EVERY_FORM, REWARDED } from './orders-of-every-form.js';
import type { WireRequest } from './wire.js';

/** The data that the requests use. */
interface Given {
  /** A referral of `referrer`. */
  readonly referralId: string;
  /** A referral of `stranger`. */
  readonly anothers: string;
  /** The ticket that was spent on `redeemed`. */
  readonly spent: string;
  readonly redeemed: string;
}

const JSON_TYPE = 'application/json';
const ODD_TYPES = [
  '',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/jsonx',
  '*/*',
  'application/json; charset=utf-16',
  'application/json; charset=none',
  'application/json;;;',
  'application/json; charset="',
];
const oddHeaders = fc.oneof(
  fc.constantFrom(...ODD_TYPES).map((type) => ({ 'content-type': type })),
  fc
    .constantFrom('gzip', 'br', 'deflate', 'identity', 'none', 'gzip, gzip')
    .map((encoding) => ({ 'content-encoding': encoding })),
  fc
    .constantFrom('', 'x', '0', '__proto__', 'f'.repeat(4_000), '00000000-0000-0000-0000-000000000000')
    .map((key) => ({ 'idempotency-key': key })),
  fc.constantFrom('', 'u-stranger', '__proto__').map((userId) => ({ 'user-id': userId })),
  fc.constantFrom('throughline-submitted=', 'throughline-submitted=1.2', '=;=;;', 'a').map((cookie) => ({ cookie })),
);
/** Mostly none, because a wrong header is found before the body is read. */
const headers = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders });
const caller = fc.constantFrom('referrer', 'stranger', 'staff', null);

function ofJson(path: string, good: object): fc.Arbitrary<WireRequest> {
  return fc.record({
    method: fc.constant('POST'),
    path: fc.constant(path),
    as: caller,
    headers: fc
      .tuple(headers, fc.uuid())
      .map(([odd, key]) => ({ 'content-type': JSON_TYPE, 'idempotency-key': key, ...odd })),
    body: malformedJson(good),
    encoding: fc.constantFrom('utf8', 'utf8', 'utf8', 'latin1'),
    cut: fc.constant(false),
  });
}

const BOUNDARY = 'multipart/form-data; boundary=x';
const ODD_BOUNDARIES = [
  JSON_TYPE,
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=y',
  'multipart/mixed; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/form-data; boundary="x',
  'application/x-www-form-urlencoded',
];
const file = 'content-disposition: form-data; name="file"; filename="a.pdf"';
const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`;
const form = (...parts: readonly string[]) => `${parts.join('')}--x--\r\n`;
const GOOD_FORM = form(part(file, '%PDF-1.7 good'));
const ODD_FORMS = [
  form(part('content-disposition: form-data; name="userId"', 'u-stranger'), part(file, '%PDF-1.7')),
  form(part(file, '%PDF-1'), part(file, '%PDF-2')),
  form(part('content-disposition: form-data; name="file"', '%PDF-1.7')),
  form(part('content-disposition: form-data; name="__proto__"; filename="\0"', '%PDF-1.7')),
  form(part("content-disposition: form-data; filename*=utf-8''%ff%00", '%PDF-1.7')),
  form(part(`${file}\r\ncontent-type: \0\r\ncontent-transfer-encoding: base64`, '%PDF-1.7')),
  form(part(`${file}\r\nx: ${'y'.repeat(20_000)}`, '%PDF-1.7')),
  form(
    ...Array.from({ length: 40 }, (_, n) => part(`content-disposition: form-data; name="f${n}"`, 'x'.repeat(300))),
    part(file, '%PDF-'),
  ),
  form(part(file, '')),
  form(part(file, 'PK\u0003\u0004')),
  form(),
  '',
];
const TOO_BIG = form(part(file, `%PDF-1.7${'x'.repeat(MAX_UPLOAD_BYTES)}`));

/** A body with some bytes changed, or without its end. */
const damaged = (good: string) =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat({ max: good.length }), fc.nat({ max: 255 })), { maxLength: 3 }),
      fc.nat({ max: good.length * 6 }),
    )
    .map(([changes, end]) => {
      let body = good;
      for (const [at, byte] of changes) body = body.slice(0, at) + String.fromCharCode(byte) + body.slice(at + 1);
      return body.slice(0, Math.max(end, 1));
    });

const ODD_NAMES = [
  '',
  '%20',
  '.',
  '..',
  '...',
  '%00',
  'a%00.pdf',
  'a%2fb.pdf',
  '..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwin.ini',
  '%E0%A4%A',
  '%',
  '%ff',
  '%ED%A0%80',
  '%E2%80%AEfdp.exe',
  '%0d%0aset-cookie:x',
  '__proto__',
  'constructor',
  'CON',
  'a'.repeat(255),
  'a'.repeat(256),
  'a'.repeat(8_000),
  '%F0%9F%91%A9.pdf',
  '?minPosition=-1',
  'a.pdf?minPosition=1e9',
  'a.pdf?minPosition=x',
  'a.pdf?minPosition=99999999999999999999',
];
const names = fc.oneof(
  { weight: 3, arbitrary: fc.uuid().map((name) => `${name}.pdf`) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_NAMES) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }).map(encodeURIComponent) },
);

function malformedUpload({ referralId, anothers }: Given): fc.Arbitrary<WireRequest> {
  const oddIds = [
    '0',
    '-1',
    'x',
    '%00',
    '9'.repeat(15),
    '9'.repeat(5_000),
    '1e9',
    '__proto__',
    `${referralId}%20`,
    encodeURIComponent('٣'),
  ];
  const ids = fc.oneof(
    { weight: 8, arbitrary: fc.constant(referralId) },
    { weight: 1, arbitrary: fc.constant(anothers) },
    { weight: 1, arbitrary: fc.constantFrom(...oddIds) },
  );
  return fc.record({
    method: fc.constant('POST'),
    path: fc.tuple(ids, names).map(([id, name]) => `/pdf/referral/${id}/upload/fileName/${name}`),
    as: fc.constantFrom('referrer', 'referrer', 'referrer', 'referrer', 'stranger', null),
    headers: fc
      .tuple(
        fc.oneof(
          { weight: 8, arbitrary: fc.constant(BOUNDARY) },
          { weight: 1, arbitrary: fc.constantFrom(...ODD_BOUNDARIES) },
        ),
        headers,
        fc.uuid(),
      )
      .map(([type, odd, key]) => ({ 'content-type': type, 'idempotency-key': key, ...odd })),
    body: fc.oneof(
      { weight: 60, arbitrary: fc.oneof(fc.constant(GOOD_FORM), fc.constantFrom(...ODD_FORMS)).chain(damaged) },
      { weight: 1, arbitrary: fc.constant(TOO_BIG) },
    ),
    encoding: fc.constant('latin1'),
    cut: fc.nat({ max: 19 }).map((n) => n === 0),
  });
}

/** The number of requests of each kind depends on how much can be wrong in it. */
export function malformedRequests(given: Given): fc.Arbitrary<WireRequest> {
  const orders = ORDER_FORM_IDS.map((id) => ofJson('/referrals/create', { form: id, ...ORDERS_OF_EVERY_FORM[id] }));
  const lookUp = ofJson('/eligible-patients/look-up', { ...REWARDED, companyId: 40 });
  const redeem = ofJson('/eligible-patients/redeem', { eligiblePatientId: given.spent, referralId: given.redeemed });
  return fc.oneof(
    { weight: 5, arbitrary: fc.oneof(...orders) },
    { weight: 3, arbitrary: malformedUpload(given) },
    { weight: 1, arbitrary: lookUp },
    { weight: 1, arbitrary: redeem },
  );
}
