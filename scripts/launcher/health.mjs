import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from './project.mjs';

/** An app that has ended this often without becoming healthy will not start without help. */
const MAX_ENDINGS = 3;
/** A start without any progress for this long will not become ready. Even a slow one on a busy machine makes progress. */
const STANDSTILL_MS = 60_000;
const POLL_INTERVAL_MS = 100;
/** Interval between lines that report what a start waits for. */
const REPORT_INTERVAL_MS = 15_000;
/** How much of the app's log is shown if a start fails. */
const LOG_TAIL_BYTES = 2_000;
const PORT_TAKEN = 'cannot listen, because something else answers on its port';

/**
 * Resolves when each of `apps` listens and answers its health check with 200: an answer alone may come from another start on the same port.
 *
 * It waits as long as any of them makes progress, because others may be waiting for that one. Progress is processor time that a process
 * uses before it answers, then a change in the health checks. Every 15 s `report` gets a line that says what it waits for. Throws a
 * `StartError` with the end of a log if an app keeps ending, or if nothing has changed for `standstillMs`. `secondsUsed` resolves with the
 * processor time of a process.
 */
export async function untilReady(
  apps,
  signal,
  {
    standstillMs = STANDSTILL_MS,
    pollMs = POLL_INTERVAL_MS,
    report = console.log,
    secondsUsed = processorSeconds,
  } = {},
) {
  const startedAt = performance.now();
  let reportAt = startedAt + REPORT_INTERVAL_MS;
  let movedAt = startedAt;
  let seen = '';
  for (let waiting = apps; ; await pause(pollMs, undefined, { signal })) {
    const states = await Promise.all(waiting.map((app) => stateOf(app, secondsUsed)));
    waiting = states.filter(({ ready }) => !ready).map(({ app }) => app);
    if (waiting.length === 0) return;
    signal.throwIfAborted();
    const ended = waiting.find(({ endings }) => endings >= MAX_ENDINGS);
    if (ended) refuse(ended, (await answers(ended.healthUrl)) ? PORT_TAKEN : 'keeps ending');

    const now = performance.now();
    const signs = JSON.stringify(states.map(({ sign }) => sign));
    if (signs !== seen) [seen, movedAt] = [signs, now];
    const missing = states.filter(({ ready }) => !ready);
    if (now - movedAt > standstillMs)
      refuse(waiting[0], `does not become ready: ${missing[0].waitsFor}, and nothing moves any more`);
    if (now < reportAt) continue;
    reportAt += REPORT_INTERVAL_MS;
    const words = missing.map(({ app, waitsFor }) => `the ${app.name} (${waitsFor})`).join(', ');
    report(`Waiting for ${words} … ${Math.round((now - startedAt) / 1000)} s`);
  }
}

/** Whether `url` answers 200; never rejects. */
export const answers = (url) => ask(url).then((answer) => answer?.ok ?? false);

/** The answer of a health check, with its JSON if it has one; null without an answer. Never rejects. */
async function ask(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return { ok: response.ok, facts: await response.json().catch(() => ({})) };
  } catch {
    return null;
  }
}

/** Whether an app is ready, what it waits for, and a text that changes while it makes progress. */
async function stateOf(app, secondsUsed) {
  const answer = app.listening ? await ask(app.healthUrl) : null;
  if (answer?.ok) return { app, ready: true, sign: 'ready' };
  const facts = answer && factsOf(answer.facts);
  const waitsFor = facts?.words ?? (app.listening ? 'it does not answer yet' : 'its code is being loaded');
  // Whole seconds, so that the little processor time of an idle process does not count as progress.
  const sign = facts?.sign ?? Math.floor((await secondsUsed(app.pid)) ?? 0);
  return { app, ready: false, waitsFor, sign: [app.endings, app.listening, sign] };
}

/**
 * From the API's checks and the worker's loops: what fails, and how far the read models are. Ages change by themselves and do not count as
 * progress.
 */
function factsOf({ errors = {}, loops = {}, models = [], error }) {
  const silent = Object.keys(loops).filter((name) => !loops[name].well);
  const behind = models.filter(({ distance }) => distance > 0);
  const words = [
    ...Object.entries(errors).map(([name, detail]) => `${name}: ${detail}`),
    ...(error ? [`its engines: ${error}`] : []),
    ...(silent.length > 0 ? [`not running yet: ${silent.join(', ')}`] : []),
    ...(behind.length > 0 ? [`${behind.length} read models are behind the log`] : []),
  ];
  const failing = Object.entries(errors).map(([name, detail]) => [name, String(detail).replaceAll(/\d+/g, '')]);
  return {
    words: words.join('; ') || 'it is not ready yet',
    sign: [failing, error, silent, models.map(({ position }) => position)],
  };
}

/** Processor time that a process has used, in seconds; null if it is not running. */
export async function processorSeconds(pid) {
  if (!pid) return null;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The fields after the name, which may contain blanks and brackets: utime and stime are the 12th and 13th, in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return secondsOfPs(pid);
  }
}

/** For systems without /proc. */
function secondsOfPs(pid) {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'time=', '-p', String(pid)], (error, output) => {
      if (error) return resolve(null);
      resolve(
        output
          .trim()
          .split(/[:-]/)
          .reduce((seconds, part) => seconds * 60 + Number(part), 0),
      );
    });
  });
}

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
