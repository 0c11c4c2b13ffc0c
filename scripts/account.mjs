import { runWorkerCommand } from './launcher/worker-command.mjs';

/* `npm run account -- create …`: makes an account, the first administrator's say. The password comes on standard input. */
runWorkerCommand('account/account-command.js');
