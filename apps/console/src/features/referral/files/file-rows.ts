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

/** The type in words. The documents that the portal makes have types of their own. */
export function typeOf(file: FileAsOf): string {
  if (file.check !== undefined) return uploadedTypeOf(file);
  return file.corrected ? CORRECTED_SUBMISSION : SUBMISSION;
}

/** What a list of names says of a file. The type of a refused one is left out: nothing of that type is there. */
export function standingOf(file: FileAsOf): string {
  if (file.check === 'refused') return 'Refused';
  return file.check === 'waiting' ? `${typeOf(file)}, being checked` : typeOf(file);
}

/** Staff change the type of any uploaded file, others that of their own (docs/decisions/0044). The API decides. */
export const mayChangeType = ({ check, uploadedBy }: FileAsOf, user: { readonly id: string; readonly role: Role }) =>
  (check === 'waiting' || check === 'accepted') && (mayWorkTasks(user) || uploadedBy === user.id);

/** What people attach while they work on a task. In all others, the type is Other unless they choose one. */
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

/** The names that a further file may not have. That of a refused file can be used again. */
export const namesInUse = (files: readonly FileAsOf[]): readonly string[] =>
  files.filter(({ check }) => check !== 'refused').map(({ fileName }) => fileName);
