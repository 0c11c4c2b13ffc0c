import { StartError } from './project.mjs';

/** Seconds between lines if the output is not a terminal, where a line cannot be rewritten. */
const QUIET_INTERVAL = 15;

/**
 * Shows `title` while a command runs: in a terminal a line that counts the seconds, elsewhere a new line from time to time. If the command
 * fails, its output is shown and a `StartError` is thrown.
 */
export async function withProgress(title, command, signal) {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const rewrite = process.stdout.isTTY;
  if (!rewrite) console.log(`${title} …`);
  const timer = setInterval(() => {
    if (rewrite) process.stdout.write(`\r${title} … ${seconds()} s`);
    else if (seconds() % QUIET_INTERVAL === 0) console.log(`${title} … ${seconds()} s`);
  }, 1000);
  const { ok, output } = await command;
  clearInterval(timer);
  if (rewrite) process.stdout.write('\r');
  signal.throwIfAborted();
  console.log(`${title}: ${ok ? 'done' : 'failed'} after ${seconds()} s`);
  if (ok) return;
  process.stderr.write(output);
  throw new StartError(`Throughline could not start: ${lowerFirst(title)} failed (see above).`);
}

const lowerFirst = (text) => text[0].toLowerCase() + text.slice(1);
