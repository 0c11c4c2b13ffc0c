import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Token of the scanner. */
export const FILE_SCANNER = Symbol('file scanner');

/** Looks for viruses. */
export interface FileScanner {
  /** @throws ScannerUnavailable when it cannot be decided now: then the file is not accepted, but waits */
  isInfected(bytes: Uint8Array): Promise<boolean>;
}

/** The scanner does not answer, or reports that it cannot scan. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}

/** The test file of the anti-virus makers, in two pieces, so that scanners do not report this source file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Used if no scanner is installed. It only finds the EICAR test file, so that a refusal can be tried out. */
export const builtInScanner: FileScanner = {
  isInfected: (bytes) => Promise.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(EICAR)),
};

const ANSWER_TIMEOUT_MS = 30_000;

/** A ClamAV daemon (`tcp://host:port`), asked by its INSTREAM command: length and bytes, then a length of 0, then its verdict. */
export function clamAvScanner(url: string, { answersWithinMs = ANSWER_TIMEOUT_MS } = {}): FileScanner {
  const { hostname, port } = new URL(url);
  return {
    async isInfected(bytes) {
      const answer = await ask(hostname, Number(port), bytes, answersWithinMs).catch((cause: unknown) => {
        throw new ScannerUnavailable('CLAMAV_URL: the virus scanner does not answer.', { cause });
      });
      if (/^stream: OK\0?$/.test(answer)) return false;
      if (/^stream: .* FOUND\0?$/.test(answer)) return true;
      throw new ScannerUnavailable('CLAMAV_URL: the virus scanner could not scan.');
    },
  };
}

async function ask(host: string, port: number, bytes: Uint8Array, withinMs: number): Promise<string> {
  const socket = connect({ host, port, signal: AbortSignal.timeout(withinMs) });
  const answer = text(socket);
  // The promise of the answer rejects as well.
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
