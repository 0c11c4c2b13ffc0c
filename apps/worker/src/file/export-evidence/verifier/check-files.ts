import { join } from 'node:path';
import { type FileRecord, FILES_PATH, lineOf, type ManifestHeader } from '../evidence-format.js';
import { hashOfFile } from './check-names.js';
import type { CheckedRecords } from './check-records.js';
import { linesOf } from './lines.js';
import type { Problems } from './sentences.js';

/** That each file has the hash that its event states, and that no file which an event names is left unmentioned. */
export async function checkFiles(
  folder: string,
  header: ManifestHeader,
  events: CheckedRecords,
  problems: Problems,
): Promise<{ readonly there: number; readonly leftOut: readonly FileRecord[] }> {
  const mentioned = new Set<number>();
  const leftOut: FileRecord[] = [];
  let [lines, there] = [0, 0];
  for await (const { text: line } of linesOf(join(folder, FILES_PATH))) {
    const where = `${FILES_PATH}, line ${++lines}`;
    const file = fileIn(line);
    if (!file) {
      problems.add(`${where} was changed: it does not describe a file any more.`);
      continue;
    }
    mentioned.add(file.position);
    const named = events.files.get(file.position);
    const isNamed = header.hasPersonalData
      ? named?.fileId === file.fileId && named.sha256 === file.sha256
      : events.positions.has(file.position);
    if (!isNamed)
      problems.add(`${where} (file ${file.fileId}) is not what the event at position ${file.position} says.`);
    if (file.path === undefined) {
      leftOut.push(file);
      continue;
    }
    const sha256 = await hashOfFile(join(folder, file.path)).catch(() => undefined);
    if (sha256 === file.sha256) there++;
    else if (sha256 !== undefined)
      problems.add(`${file.path} does not have the hash that the event at position ${file.position} states.`);
  }
  for (const [position, file] of events.files)
    if (!mentioned.has(position))
      problems.add(`${FILES_PATH} does not have file ${file?.fileId}, which the event at position ${position} names.`);
  if (lines !== header.files) problems.add(`${FILES_PATH} has ${lines} files, and the manifest says ${header.files}.`);
  return { there, leftOut };
}

function fileIn(line: string): FileRecord | undefined {
  try {
    const file = JSON.parse(line) as FileRecord;
    const isFile =
      Number.isSafeInteger(file.position) && (file.path === undefined || /^files\/[\w.-]+$/.test(file.path));
    return isFile && lineOf(file) === line ? file : undefined;
  } catch {
    return undefined;
  }
}
