export {
  anEventOfALaterRelease,
  append,
  LATER_EVENT,
  openEngines,
  preparedDatabase,
  projectAll,
  type Engines,
} from './engines.js';
export { anOrder } from './orders.js';
export { ANA, SAM, Story } from './story.js';
export { RECERTIFIED } from './random-recertifications.js';
