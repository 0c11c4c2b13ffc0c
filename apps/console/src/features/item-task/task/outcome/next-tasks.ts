import { stepLabelsOf, type TaskName, taskRow, tasksBeside } from '@throughline/domain';

/** The tasks that items can go to from `current`, by step, in the order of the work. */
export function nextTasksByStep(
  current: TaskName,
): readonly { readonly step: string; readonly tasks: readonly TaskName[] }[] {
  return stepLabelsOf(current)
    .map((label, step) => ({
      step: label,
      tasks: tasksBeside(current).filter((task) => taskRow(task).step === step && task !== current),
    }))
    .filter(({ tasks }) => tasks.length > 0);
}

export interface Parcel {
  carrier: string;
  number: string;
}
export const NO_PARCEL: Parcel = { carrier: '', number: '' };

export const isBlank = ({ carrier, number }: Parcel): boolean => carrier.trim() === '' && number.trim() === '';
