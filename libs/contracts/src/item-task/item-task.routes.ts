import { recertificationRoutes } from './recertification.routes.js';
import { taskOutcomeRoutes } from './task-outcomes.routes.js';
import { taskReadRoutes } from './task-reads.routes.js';
import { taskWorkRoutes } from './task-work.routes.js';

/** The queue, and the commands on tasks. */
export const taskRoutes = {
  ...taskReadRoutes,
  ...taskWorkRoutes,
  ...taskOutcomeRoutes,
  ...recertificationRoutes,
} as const;
