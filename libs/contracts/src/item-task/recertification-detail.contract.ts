import { z } from 'zod';
import { feedPosition } from '../envelope.contract.js';
import { taskOutcome } from './item-task.contract.js';
import { taskFacts } from './task-queue.contract.js';
import { recertificationFacts, recertificationStatus } from './recertification.contract.js';
import { caseFile } from '../file/file.contract.js';

/** GET /recertifications/{id}: its facts, its tasks and their outcomes. */
export const recertificationDetail = recertificationFacts.extend({
  /** In the order of opening. */
  tasks: z.array(taskFacts),
  files: z.array(caseFile).readonly(),
  status: recertificationStatus,
  stoppedReason: z.string().nullable(),
  /** Tells one stop from the next. Absent: it is not stopped, or was stopped under release 2.3.1 or before. */
  stoppedAt: z.string().exactOptional(),
  /** Oldest first. */
  outcomes: z.array(taskOutcome),
  feed: feedPosition,
});
export type RecertificationDetail = z.infer<typeof recertificationDetail>;
