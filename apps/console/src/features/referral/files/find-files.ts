import { foldForSearch, isWhole } from '@throughline/contracts';
import { FILE_TYPES, type FileAsOf } from '@throughline/domain';
import { CORRECTED_SUBMISSION, SUBMISSION, typeOf } from './file-rows.js';

/* These functions have a file of their own, because the page of a task shows files without them. */

/** The types in the order of the filter. */
const SHOWN_TYPES: readonly string[] = [SUBMISSION, CORRECTED_SUBMISSION, ...FILE_TYPES];

/**
 * The files that match a search and have one of `types` (empty: any type). A file matches if its name contains the search, or if the search
 * is the whole of one of its texts in `wordsOf`.
 */
export function findFiles(
  files: readonly FileAsOf[],
  search: string,
  types: readonly string[],
  wordsOf: (file: FileAsOf) => readonly string[] = () => [],
): readonly FileAsOf[] {
  const wanted = foldForSearch(search.trim());
  return files.filter(
    (file) =>
      (foldForSearch(file.fileName).includes(wanted) || wordsOf(file).some((words) => isWhole(words, search))) &&
      (types.length === 0 || types.includes(typeOf(file))),
  );
}

/** The types of these files, each with the number of files. A chosen type is listed even without files. */
export function countTypes(files: readonly FileAsOf[], chosen: readonly string[]) {
  const count = (type: string) => files.filter((file) => typeOf(file) === type).length;
  return SHOWN_TYPES.map((type) => ({ value: type, label: type, count: count(type) })).filter(
    ({ value, count: found }) => found > 0 || chosen.includes(value),
  );
}

/** What became of an upload that the API has taken. Its row arrives a moment later: until then it is being checked. */
export function resultOf(fileId: number, files: readonly FileAsOf[]): 'isAttached' | 'isChecked' | 'wasRefusedBecause' {
  const check = files.find((file) => file.fileId === fileId)?.check;
  if (check === 'refused') return 'wasRefusedBecause';
  return check === 'accepted' ? 'isAttached' : 'isChecked';
}
