import {
  DEFAULT_FILE_TYPE,
  type FileAsOf,
  type FileType,
  mayWorkTasks,
  type Role,
  type TaskName,
} from '@throughline/domain';

export const SUBMISSION = 'Submission PDF';
export const CORRECTED_SUBMISSION = 'Corrected submission PDF';

export const uploadedTypeOf = ({ fileType = DEFAULT_FILE_TYPE }: FileAsOf): FileType => fileType;

/** The type of a file in words. Documents that the portal makes have their own types. */
export function typeOf(file: FileAsOf): string {
  if (file.check !== undefined) return uploadedTypeOf(file);
  return file.corrected ? CORRECTED_SUBMISSION : SUBMISSION;
}

/** The state of a file beside its name. The type of a refused file is left out, because the referral has no such document. */
export function standingOf(file: FileAsOf): string {
  if (file.check === 'refused') return 'Refused';
  return file.check === 'waiting' ? `${typeOf(file)}, being checked` : typeOf(file);
}

/**
 * Staff may change the type of any uploaded file, other people only that of their own uploads (docs/decisions/0044). The API enforces it.
 */
export const mayChangeType = ({ check, uploadedBy }: FileAsOf, user: { readonly id: string; readonly role: Role }) =>
  (check === 'waiting' || check === 'accepted') && (mayWorkTasks(user) || uploadedBy === user.id);

/** The default type of an upload on the page of a task. For other tasks it is Other. */
const USUAL_TYPES: Partial<Record<TaskName, FileType>> = {
  'Log CMN': 'CMN',
  'CMN Exception': 'CMN',
  'Submit Authorization': 'Authorization',
  'Recert Log CMN': 'CMN',
  'Recert CMN Exception': 'CMN',
  'Recert Submit Authorization': 'Authorization',
  Shipped: 'Proof of delivery',
  Delivered: 'Proof of delivery',
};

export const usualFileType = (task: TaskName): FileType => USUAL_TYPES[task] ?? 'Other';

/** Names that an upload may not have. The name of a refused file can be used again. */
export const namesInUse = (files: readonly FileAsOf[]): readonly string[] =>
  files.filter(({ check }) => check !== 'refused').map(({ fileName }) => fileName);

/** The order of the table: what was just uploaded is on its first page. */
export const newestFirst = (files: readonly FileAsOf[]): readonly FileAsOf[] =>
  files.toSorted((one, other) => other.fileId - one.fileId);
