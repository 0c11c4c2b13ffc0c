import { connect, type Socket } from 'node:net';
import { type BrokenForm, chunkOf, wireOf } from './broken-forms.js';

export interface WireAnswer {
  readonly status: number;
  /** The parsed envelope; null if it is not JSON. */
  readonly body: { readonly success?: boolean; readonly message?: string; readonly code?: string } | null;
}

const ANSWER_TIMEOUT_MS = 120_000;

/**
 * Sends a form over a connection of its own, byte for byte, and ends as the form says. Resolves with the first answer, or with null if the
 * connection was closed without one. Rejects if neither happens within two minutes.
 */
export function sendForm(origin: string, form: BrokenForm, path: string, headers: readonly string[]) {
  const { hostname, port } = new URL(origin);
  return new Promise<WireAnswer | null>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let received = Buffer.alloc(0);
    let pouring: NodeJS.Timeout | undefined;
    const timeout = setTimeout(
      () => end(() => reject(new Error(`${form.shape}: no answer, no end`))),
      ANSWER_TIMEOUT_MS,
    );
    const end = (settle: () => void) => {
      clearTimeout(timeout);
      clearInterval(pouring);
      socket.destroy();
      settle();
    };
    socket.on('error', () => undefined); // a server that refuses may close before it has read everything
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const answer = answerIn(received.toString());
      if (answer) end(() => resolve(answer));
    });
    socket.once('close', () => end(() => resolve(null)));
    socket.once('end', () => socket.end());
    socket.write(wireOf(form, path, headers), () => {
      if (socket.destroyed) return; // it has ended, and would never end again
      if (form.then === 'half') socket.end();
      if (form.then === 'reset') socket.resetAndDestroy();
      if (form.then === 'pour') pouring = setInterval(() => pour(socket), 1);
    });
  });
}

const pour = (socket: Socket): unknown =>
  socket.writableNeedDrain || socket.write(chunkOf(Buffer.alloc(64 * 1024, 'x')));

/** The last complete answer, with a body of the stated length; `100 Continue` does not count. */
function answerIn(text: string): WireAnswer | undefined {
  const [head = '', ...rest] = text.replace(/^HTTP\/1\.1 100[^]*?\r\n\r\n/, '').split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  if (!status || rest.length === 0) return undefined;
  const body = rest.join('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (Buffer.byteLength(body) < length) return undefined;
  return { status, body: /^\{/.test(body) ? (JSON.parse(body.slice(0, length)) as WireAnswer['body']) : null };
}
