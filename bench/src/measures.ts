import { fileURLToPath } from 'node:url';
import { append } from './append/append.measure.js';
import { busyQueue } from './busy-queue/busy-queue.measure.js';
import { firstLoad } from './first-load/first-load.measure.js';
import { jobs } from './jobs/jobs.measure.js';
import { list } from './list/list.measure.js';
import { live } from './live/live.measure.js';
import { orders } from './orders/orders.measure.js';
import { rebuild } from './rebuild/rebuild.measure.js';
import { measureOnRequest } from './running/measure-process.js';
import { start } from './start/start.measure.js';
import { usualTasks } from './usual-tasks/usual-tasks.measure.js';
import { verify } from './verify/verify.measure.js';
import { visible } from './visible/visible.measure.js';

/** In the order in which they run. Each runs in a separate process, which loads this file. */
export const MEASURES = [
  append,
  rebuild,
  verify,
  list,
  visible,
  orders,
  jobs,
  live,
  start,
  firstLoad,
  busyQueue,
  usualTasks,
] as const;

if (process.argv[1] === fileURLToPath(import.meta.url)) measureOnRequest(MEASURES);
