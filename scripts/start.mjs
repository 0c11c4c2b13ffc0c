import { showSignIns } from './launcher/demo.mjs';
import { installAndBuild } from './launcher/installation/install-and-build.mjs';
import { refuseOldNode } from './launcher/installation/install.mjs';
import { launchProduct, takePlaces } from './launcher/product.mjs';
import { StartError, ROOT } from './launcher/project.mjs';

/*
 * `npm start`: installs and builds what is missing, starts everything, and ends everything on Ctrl-C. package.json runs it with `exec`, so
 * that npm's signals reach it and not a shell. `npm start -- --verbose` shows the apps' logs here instead of writing them to DATA_DIR/logs.
 */

/** Longer than apps and PostgreSQL need if each uses its full time to stop. */
const STOP_TIMEOUT_MS = 45_000;

const ending = new AbortController();
const { signal } = ending;
signal.addEventListener('abort', () => setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref());
/** npm passes on a signal that the terminal has already sent: the second one has no effect. */
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => ending.abort());
/** A closed terminal stops the product gracefully; a full disk that the output goes to does not. */
const CLOSED = ['EPIPE', 'EIO'];
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }) => CLOSED.includes(code) && ending.abort());
/** An uncaught error leaves an unknown state, so everything is stopped gracefully. */
process.on('uncaughtException', (error) => {
  console.error(error);
  process.exitCode = 1;
  ending.abort();
});
endWithNpm();

const cleanups = [];
const atEnd = (cleanup) => cleanups.push(cleanup);
try {
  refuseOldNode();
  process.chdir(ROOT);
  await takePlaces({ atEnd });
  await installAndBuild(signal);
  const config = await launchProduct({
    atEnd,
    signal,
    verbose: process.argv.includes('--verbose'),
  });
  console.log(`Throughline is ready at ${config.publicOrigin}`);
  if (config.smtpUrl === undefined) console.log(`Its mail is shown at ${config.publicOrigin}/dev/mailbox`);
  if (config.seed === 'demo') showSignIns(config.demoPassword);
  console.log('\nCtrl-C ends it.');
  await aborted();
} catch (error) {
  if (!signal.aborted) {
    process.exitCode = 1;
    console.error(error instanceof StartError ? error.message : error);
  }
} finally {
  if (signal.aborted) console.log('Ending …');
  for (const cleanup of cleanups.reverse()) await cleanup().catch((error) => console.error(error));
}
process.exit();

function aborted() {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', resolve);
  });
}

/** A killed npm passes no signal on: if npm started this process, the end of npm counts as Ctrl-C. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || ending.abort(), 1_000).unref();
}
