import { MAX_UPLOAD_BYTES } from '@throughline/contracts';

/** A request with a file and with one fault. Fields that are absent are valid. */
export interface BrokenForm {
  readonly shape: string;
  /** The parts between the boundaries; absent: one valid file. */
  readonly body?: Buffer;
  readonly contentType?: string;
  /** The value of Content-Length; by default the correct one. Null: the body is sent in chunks. */
  readonly length?: number | null;
  /** More lines of the header. */
  readonly headers?: readonly string[];
  /**
   * How the sender ends. `half`: it closes its side. `reset`: the connection breaks. `stall`: it stays connected and sends nothing. `pour`:
   * it never ends.
   */
  readonly then?: 'half' | 'reset' | 'stall' | 'pour';
  /** The allowed statuses. Null: no answer, the connection is closed. */
  readonly answers: readonly (number | null)[];
}

const CRLF = '\r\n';
const TYPE = 'multipart/form-data; boundary=x';
const bytes = (...pieces: (string | Buffer)[]): Buffer =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
const head = (...lines: string[]): string => ['--x', ...lines, '', ''].join(CRLF);
const field = (name: string, value: string): string =>
  `${head(`content-disposition: form-data; name="${name}"`)}${value}${CRLF}`;
const FILE_HEAD = head(
  'content-disposition: form-data; name="file"; filename="a.pdf"',
  'content-type: application/pdf',
);
const PDF = '%PDF-1.7 of the broken forms';
const FILE = `${FILE_HEAD}${PDF}${CRLF}`;
const END = `--x--${CRLF}`;

export const GOOD_FORM: BrokenForm = { shape: 'a good form', answers: [201] };

export const BROKEN_FORMS: readonly BrokenForm[] = [
  { shape: 'too long, by an honest length', body: fileOf(3 * 1024 * 1024), answers: [413] },
  { shape: 'far too long, by a length that lies', length: 9 * 1024 * 1024, answers: [413] },
  { shape: 'too long by one byte', body: fileOf(MAX_UPLOAD_BYTES + 1), answers: [413] },
  {
    shape: 'without an end, in chunks',
    body: bytes(FILE_HEAD, '%PDF-1.7'),
    length: null,
    then: 'pour',
    answers: [413],
  },
  { shape: 'longer than its length', body: bytes(FILE, END), length: FILE.length - 4, answers: [400] },
  { shape: 'shorter than its length', length: 4_000, then: 'half', answers: [400, null] },
  { shape: 'cut in a header', body: bytes(FILE_HEAD.slice(0, 30)), length: 4_000, then: 'half', answers: [400, null] },
  { shape: 'cut in the file', body: bytes(FILE_HEAD, '%PDF-1.7'), length: 4_000, then: 'reset', answers: [null] },
  { shape: 'cut before the last boundary', body: bytes(FILE), length: 4_000, then: 'reset', answers: [null] },
  { shape: 'cut before its first byte', body: bytes(''), length: 4_000, then: 'reset', answers: [null] },
  { shape: 'whole, without the last boundary', body: bytes(FILE), answers: [400] },
  {
    shape: 'stopped half-way, on an open connection',
    body: bytes(FILE_HEAD, '%PDF-'),
    length: 4_000,
    then: 'stall',
    answers: [408],
  },
  { shape: 'without a boundary', contentType: 'multipart/form-data', answers: [400] },
  { shape: 'with another boundary', contentType: 'multipart/form-data; boundary=y', answers: [400] },
  { shape: 'with two boundaries', contentType: TYPE.replace('boundary', 'boundary=y; boundary'), answers: [400] },
  { shape: 'empty', body: bytes(''), answers: [400] },
  { shape: 'no form', contentType: 'text/plain', answers: [400] },
  { shape: 'a form of the other kind', contentType: 'application/x-www-form-urlencoded', answers: [400] },
  { shape: 'with two files', body: bytes(FILE, FILE, END), answers: [400] },
  { shape: 'with a file of another name', body: bytes(FILE.replace('"file"', '"other"'), END), answers: [400] },
  {
    shape: 'with a file without a name',
    body: bytes(FILE.replace('; filename="a.pdf"', ''), END),
    answers: [400, 415],
  },
  {
    shape: 'with a field that has no name',
    body: bytes(head('content-disposition: form-data'), `value${CRLF}`, FILE, END),
    answers: [400],
  },
  {
    shape: 'with a file that has no field',
    body: bytes(FILE.replace(' name="file";', ''), END),
    answers: [400],
  },
  { shape: 'with a thousand fields', body: bytes(field('userId', '').repeat(1_000), FILE, END), answers: [400] },
  { shape: 'with a long name of a field', body: bytes(field('n'.repeat(8_000), ''), FILE, END), answers: [400] },
  { shape: 'with a long field', body: bytes(field('userId', 'u'.repeat(10_000)), FILE, END), answers: [400] },
  {
    shape: 'with a long field, then a file that is cut off',
    body: bytes(field('userId', 'u'.repeat(300)), FILE_HEAD, '%PDF-'),
    answers: [400],
  },
  {
    shape: 'with a field that has no name, then a file that is cut off',
    body: bytes(head('content-disposition: form-data'), `value${CRLF}`, FILE_HEAD, '%PDF-'),
    answers: [400],
  },
  {
    shape: 'with a second file that is cut off',
    body: bytes(FILE, FILE_HEAD, '%PDF-'),
    answers: [400],
  },
  {
    shape: 'with zeros in the header of a part, then a file that is cut off',
    body: bytes(field('userId', 'u').replace('form', '\0\0\0\0'), FILE_HEAD, '%PDF-'),
    answers: [400],
  },
  {
    shape: 'with a part whose header does not end',
    body: bytes(`--x${CRLF}a: ${'b'.repeat(100_000)}`, END),
    answers: [400],
  },
  {
    shape: 'with a thousand lines in the header of a part',
    body: bytes(head(...Array<string>(1_000).fill('a: b')), END),
    answers: [400],
  },
  { shape: 'with zeros in the header of a part', body: bytes(FILE.replace('name', '\0\0\0\0'), END), answers: [400] },
  { shape: 'of zeros', body: Buffer.alloc(50_000), answers: [400] },
  { shape: 'of boundaries alone', body: bytes(`--x${CRLF}`.repeat(10_000)), answers: [400] },
  {
    shape: 'with a chunk of an impossible length',
    body: bytes('fffffffffffffffff\r\n'),
    length: null,
    then: 'half',
    answers: [400],
  },
  { shape: 'with two kinds of length', headers: ['transfer-encoding: chunked'], answers: [400] },
  { shape: 'with a length below nothing', length: -1, answers: [400] },
  {
    shape: 'with a header of the request that is too long',
    headers: [`x-more: ${'h'.repeat(40_000)}`],
    answers: [431, null],
  },
  {
    shape: 'that waits for 100 Continue',
    headers: ['expect: 100-continue'],
    length: 9 * 1024 * 1024,
    then: 'stall',
    answers: [413],
  },
];

function fileOf(size: number): Buffer {
  return bytes(FILE_HEAD, PDF, Buffer.alloc(size - PDF.length, 'x'), CRLF, END);
}

/** The bytes that are sent before `then`. `path` and `headers` are those of the request. */
export function wireOf(form: BrokenForm, path: string, headers: readonly string[]): Buffer {
  const { body = bytes(FILE, END), contentType = TYPE, length = body.length, headers: more = [] } = form;
  const chunked = length === null;
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `content-type: ${contentType}`,
    chunked ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    ...headers,
    ...more,
  ];
  return bytes(lines.join(CRLF), CRLF, CRLF, chunked && form.then === 'pour' ? chunkOf(body) : body);
}

export const chunkOf = (body: Buffer): Buffer => bytes(body.length.toString(16), CRLF, body, CRLF);
