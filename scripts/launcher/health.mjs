import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from './project.mjs';

/** An app that has ended this often without becoming healthy will not start without help. */
const MAX_ENDINGS = 3;
const READY_TIMEOUT_MS = 60_000;
/** Lines of the app's log that are shown if a start fails. */
const LOG_TAIL_BYTES = 2_000;
const PORT_TAKEN = 'cannot listen, because something else answers on its port';

/**
 * Resolves when `app` listens and `url` answers 200: an answer alone may be another start's, on the same port. Throws a `StartError` with the
 * end of its log if the app keeps ending or does not answer within a minute.
 */
export async function untilHealthy(app, url, signal) {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(app.listening && (await answers(url)))) {
    signal.throwIfAborted();
    if (app.endings >= MAX_ENDINGS) refuse(app, (await answers(url)) ? PORT_TAKEN : 'keeps ending');
    if (performance.now() > deadline) refuse(app, 'does not become ready');
    await pause(100, undefined, { signal });
  }
}

/** Whether `url` answers 200; never rejects. */
export const answers = (url) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );

function refuse(app, what) {
  const log = app.logFile && endOf(app.logFile);
  throw new StartError(
    `Throughline could not start: the ${app.name} ${what}${log ? `; the end of ${app.logFile}:\n${log}` : '.'}`,
  );
}

function endOf(file) {
  try {
    return readFileSync(file, 'utf8').slice(-LOG_TAIL_BYTES).trim();
  } catch {
    return '';
  }
}
