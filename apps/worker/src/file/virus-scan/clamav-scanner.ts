import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type FileScanner, ScannerAway } from './file-scanner.js';

const ANSWERS_WITHIN_MS = 30_000;

/** A ClamAV daemon (`tcp://host:port`) over its INSTREAM command: length and bytes, then a length of 0, then its verdict. */
export function clamAvScanner(url: string, { answersWithinMs = ANSWERS_WITHIN_MS } = {}): FileScanner {
  const { hostname, port } = new URL(url);
  return {
    async isInfected(bytes) {
      const answer = await ask(hostname, Number(port), bytes, answersWithinMs).catch((cause: unknown) => {
        throw new ScannerAway('CLAMAV_URL: the virus scanner does not answer.', { cause });
      });
      if (/^stream: OK\0?$/.test(answer)) return false;
      if (/^stream: .* FOUND\0?$/.test(answer)) return true;
      throw new ScannerAway('CLAMAV_URL: the virus scanner could not scan.');
    },
  };
}

async function ask(host: string, port: number, bytes: Uint8Array, withinMs: number): Promise<string> {
  const socket = connect({ host, port, signal: AbortSignal.timeout(withinMs) });
  const answer = text(socket);
  // The answer tells of it.
  socket.on('error', () => undefined);
  socket.write('zINSTREAM\0');
  socket.write(length(bytes.length));
  socket.write(bytes);
  socket.write(length(0));
  try {
    return await answer;
  } finally {
    socket.destroy();
  }
}

function length(value: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(value);
  return four;
}
