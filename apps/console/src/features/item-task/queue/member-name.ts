import type { TaskQueueRow } from '@throughline/contracts';

export const memberOf = ({
  memberLastName,
  memberFirstName,
}: Pick<TaskQueueRow, 'memberLastName' | 'memberFirstName'>): string => `${memberLastName}, ${memberFirstName}`;
