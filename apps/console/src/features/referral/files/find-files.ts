import { foldForSearch, isWhole } from '@throughline/contracts';
import { FILE_TYPES, type FileAsOf } from '@throughline/domain';
import { CORRECTED_SUBMISSION, SUBMISSION, typeOf } from './file-rows.js';

/* Of the list of files, which is loaded by its tab: the page of a task shows files without it. */

/** In the order of the filter. */
const SHOWN_TYPES: readonly string[] = [SUBMISSION, CORRECTED_SUBMISSION, ...FILE_TYPES];

/**
 * Files whose name contains the search, or of which something else that `wordsOf` says is all that was typed, and whose type is one of `types`, if
 * there are any.
 */
export function findFiles(
  files: readonly FileAsOf[],
  search: string,
  types: readonly string[],
  wordsOf: (file: FileAsOf) => readonly string[] = () => [],
): readonly FileAsOf[] {
  // A long name is shown cut, with an ellipsis.
  const wanted = search.split('…').map((part) => foldForSearch(part.trim()));
  return files.filter(
    (file) =>
      (wanted.every((part) => foldForSearch(file.fileName).includes(part)) ||
        wordsOf(file).some((words) => isWhole(words, search))) &&
      (types.length === 0 || types.includes(typeOf(file))),
  );
}

/** The types of these files, and how many have each. A chosen type stays when no file has it any more. */
export function countTypes(files: readonly FileAsOf[], chosen: readonly string[]) {
  const count = (type: string) => files.filter((file) => typeOf(file) === type).length;
  return SHOWN_TYPES.map((type) => ({ value: type, label: type, count: count(type) })).filter(
    ({ value, count: found }) => found > 0 || chosen.includes(value),
  );
}
