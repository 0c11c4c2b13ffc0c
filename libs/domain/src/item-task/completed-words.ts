/** What the refusal `item-task/already-completed` says after the name of who did it, or "You". */
export const COMPLETED = 'completed this task';

/** Whether the message of this refusal says that the caller completed the task themselves. */
export const isCompletedByCaller = (message: string): boolean => message.startsWith(`You ${COMPLETED} `);
