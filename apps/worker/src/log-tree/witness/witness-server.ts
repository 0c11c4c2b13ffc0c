import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Witness } from '@throughline/event-store';
import type { Logger } from '@throughline/platform';

/** Bytes of a request: 63 hashes and a checkpoint with 64 signatures are fewer. */
const MAX_REQUEST = 32_768;
/** Milliseconds in which a request must have arrived. */
const REQUEST_MS = 10_000;

interface WitnessServerOptions {
  readonly witness: Pick<Witness, 'add'>;
  /** The public key of the witness, served to anyone. */
  readonly vkey: string;
  readonly logger: Logger;
}

/** Serves C2SP tlog-witness: `POST /add-checkpoint`. `GET /` shows the public key. */
export function witnessServer({ witness, vkey, logger }: WitnessServerOptions): Server {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(body);
    const { method, url } = request;
    if (method === 'GET' && url === '/') return void send(200, `${vkey}\n`);
    if (url !== '/add-checkpoint') return void send(404, 'There is nothing here.\n');
    if (method !== 'POST') return void send(405, 'A checkpoint is sent by POST.\n');
    const body = await bodyOf(request);
    if (body === undefined) return void send(413, 'The request is too long.\n');
    const { status, type, body: words } = await witness.add(body);
    if (status !== 200) logger.warn({ status, answer: words.trim() }, 'a checkpoint was not cosigned');
    send(status, words, type);
  };
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    answer(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return; // the sender is gone
      logger.error({ err: error }, 'a checkpoint was not cosigned');
      if (!response.headersSent) response.writeHead(503).end('The witness cannot write down what it cosigns.\n');
    });
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

/** Undefined: it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_REQUEST) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
