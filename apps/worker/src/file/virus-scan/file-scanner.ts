/** Looks for viruses. */
export interface FileScanner {
  /** @throws ScannerAway when that cannot be said now: such a file is not passed, it waits */
  isInfected(bytes: Uint8Array): Promise<boolean>;
}

/** The scanner does not answer, or says that it cannot scan. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway';
}
