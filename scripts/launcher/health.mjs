import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from './project.mjs';

/** An app that ended this often before it was ever healthy will not come up by itself. */
const ENDINGS = 3;
const GIVE_UP_AFTER = 60_000;
const PORT_TAKEN = 'cannot listen, for something else answers on its port';

/**
 * Resolves when `app` listens and `url` answers 200: an answer alone may be another start's, on the same port. Throws a `Refusal` if the app keeps ending or does not answer within a minute.
 */
export async function untilHealthy(app, url, signal) {
  const deadline = Date.now() + GIVE_UP_AFTER;
  while (!(app.listening && (await answers(url)))) {
    signal.throwIfAborted();
    if (app.endings >= ENDINGS) refuse(app, (await answers(url)) ? PORT_TAKEN : 'keeps ending');
    if (Date.now() > deadline) refuse(app, 'does not become ready');
    await pause(100, undefined, { signal });
  }
}

const answers = (url) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );

function refuse(app, what) {
  throw new Refusal(
    `Throughline could not start: the ${app.name} ${what}${app.logFile ? `; see ${app.logFile}` : ''}.`,
  );
}
