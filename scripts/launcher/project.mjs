import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, independent of the current directory. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A start that cannot succeed. Its message is the only line that the person reads. */
export class StartError extends Error {}
