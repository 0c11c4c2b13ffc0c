export { append, openEngines, projectAll, type Engines } from './engines.js';
export { anOrder } from './orders.js';
export { ANA, SAM, Story } from './story.js';
