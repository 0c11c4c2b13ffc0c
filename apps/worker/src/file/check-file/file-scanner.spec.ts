import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { builtInScanner, clamAvScanner, EICAR, ScannerUnavailable } from './file-scanner.js';

let server: Server | undefined;
afterEach(() => void server?.close());

/** A daemon that answers as the spec says. Returns a scanner that uses it, and what the daemon received. */
async function daemon(answer: (socket: Socket) => void) {
  const received: Buffer[] = [];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (Buffer.concat(received).subarray(-4).equals(Buffer.alloc(4))) answer(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { scanner: clamAvScanner(`tcp://127.0.0.1:${port}`, { answersWithinMs: 300 }), received };
}

const bytes = Buffer.from('%PDF-1.7');

describe('ClamAV', () => {
  it('is sent the file as its INSTREAM command wants it', async () => {
    const { scanner, received } = await daemon((socket) => socket.end('stream: OK\0'));
    expect(await scanner.isInfected(bytes)).toBe(false);
    const length = Buffer.from([0, 0, 0, bytes.length]);
    const sent = Buffer.concat([Buffer.from('zINSTREAM\0'), length, bytes, Buffer.alloc(4)]);
    expect(Buffer.concat(received)).toEqual(sent);
  });

  it('finds what it finds', async () => {
    const { scanner } = await daemon((socket) => socket.end('stream: Eicar-Test-Signature FOUND\0'));
    expect(await scanner.isInfected(bytes)).toBe(true);
  });

  it.each([
    ['cannot scan', (socket: Socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')],
    ['says nothing', (socket: Socket) => socket.end()],
    ['hangs', () => undefined],
    ['breaks off', (socket: Socket) => socket.resetAndDestroy()],
  ])('passes nothing when it %s', async (_, answer) => {
    const { scanner } = await daemon(answer);
    await expect(scanner.isInfected(bytes)).rejects.toThrow(ScannerUnavailable);
  });

  it('passes nothing when it is unavailable', async () => {
    const { scanner } = await daemon(() => undefined);
    server?.close();
    await expect(scanner.isInfected(bytes)).rejects.toThrow(ScannerUnavailable);
  });
});

describe('The built-in scanner', () => {
  it('knows the test file, wherever it stands', async () => {
    expect(await builtInScanner.isInfected(Buffer.from(`%PDF-1.7 ${EICAR} `))).toBe(true);
    expect(await builtInScanner.isInfected(bytes)).toBe(false);
  });
});
