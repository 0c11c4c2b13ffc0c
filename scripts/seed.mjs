import { runWorkerCommand } from './launcher/worker-command.mjs';

/*
 * `npm run seed -- --referrals N`: fills the log of the product that runs here, or of the one that DATABASE_URL (and EVENT_STORE_URL)
 * names. For figures and for looking at full lists; `npm start` has a demo of its own.
 */
runWorkerCommand('demo/seed-command.js');
