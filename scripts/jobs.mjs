import { runWorkerCommand } from './launcher/worker-command.mjs';

/* `npm run jobs -- failed | retry <id>`: looks into the queue. */
runWorkerCommand('queue/jobs-command.js');
