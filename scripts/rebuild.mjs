import { runWorkerCommand } from './launcher/worker-command.mjs';

/* `npm run rebuild -- status | cancel <table> | resume <table> | retry <table> <stream>`: looks after the read models. */
runWorkerCommand('projector/rebuild.js');
