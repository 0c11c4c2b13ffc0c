import type { FileScanner } from './file-scanner.js';

/** The test file of the anti-virus makers, in two pieces, so that this source is not taken for it. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Where no scanner is installed: knows the test file alone, so that what a refusal looks like can be seen. */
export const builtInScanner: FileScanner = {
  isInfected: (bytes) => Promise.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(EICAR)),
};
