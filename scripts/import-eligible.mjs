import { runWorkerCommand } from './launcher/worker-command.mjs';

/* `npm run import-eligible -- members.csv`: who is eligible for rewards, from a file of their health plan. Repeating it adds nobody twice. */
runWorkerCommand('eligibility/import-command.js');
