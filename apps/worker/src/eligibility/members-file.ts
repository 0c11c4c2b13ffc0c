import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const CHUNK_BYTES = 65_536;

/** An open file that can be read several times. */
export interface MembersFile {
  readonly read: () => Promise<Readable>;
  readonly close: () => Promise<void>;
}

/** Opens the file, or for `-` standard input. Throws an error in words for an operator. */
export async function openMembersFile(path: string, input: Readable = process.stdin): Promise<MembersFile> {
  const file = path === '-' ? await kept(input) : await opened(path);
  return {
    read: () => Promise.resolve(Readable.from(chunksOf(file))),
    close: () => file.close(),
  };
}

/** A read stream of `FileHandle` would close the file when it is destroyed. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function opened(path: string): Promise<FileHandle> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(faultOf(path, error));
  });
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw new Error(
    `${path} is a folder. Is the name right? Docker makes a folder where a file to be mounted is missing.`,
  );
}

/** Why a file cannot be opened. */
export function faultOf(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file ${path}.`;
  if (code === 'EACCES')
    return `This user may not read ${path}. Give it by standard input: import-eligible - < ${path}`;
  return `The file cannot be read: ${message}`;
}

/** Copies the input to a file without a name, which disappears when the process ends, in whatever way. */
async function kept(input: Readable): Promise<FileHandle> {
  const path = join(tmpdir(), `members-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    for await (const chunk of input as AsyncIterable<Uint8Array>) await file.writeFile(chunk);
    return file;
  } catch (error) {
    await file.close();
    throw new Error(`Standard input cannot be kept in ${tmpdir()}: ${(error as Error).message}`, { cause: error });
  }
}
