import { spawn } from 'node:child_process';
import { closeSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answers } from './health.mjs';
import { openLog } from './log-file.mjs';
import { ROOT } from './project.mjs';

/** Delays before an app that ended is started again, which double until it is healthy. Milliseconds. */
const BACK_OFF = { first: 500, most: 15_000 };
const HEALTH_POLL_INTERVAL_MS = 500;
/** From SIGTERM to SIGKILL. */
const KILL_DELAY_MS = 8_000;
/** A log that is larger than this at start is renamed to `<app>.log.1`. */
const MAX_LOG_BYTES = 20 * 1024 * 1024;

/**
 * One app of the product as a child process that is restarted when it ends unexpectedly, or could not be started.
 *
 * A child has its own process group, so that Ctrl-C reaches it only through `stop`, and an IPC channel that closes when
 * this process ends for any reason (`endWithParent` of the platform library ends the child then).
 */
export class SupervisedApp {
  #child = null;
  #timer = null;
  #stopping = false;
  #wait;
  /** How often it has ended unexpectedly since it was last healthy. */
  endings = 0;
  /** Whether the current process has reported that it listens (`sayListening` of the platform library). */
  listening = false;
  /** Called for every new process. */
  onStart = () => {};

  /**
   * `name` is the app's folder. `logFile` null: its lines go to this process' output. `healthUrl` answers 200 while it serves. `entry` is what
   * is run, the app's build by default.
   */
  constructor({
    name,
    env,
    logFile,
    healthUrl,
    entry = join(ROOT, `dist/apps/${name}/src/main.js`),
    backOff = BACK_OFF,
  }) {
    Object.assign(this, { name, env, logFile, healthUrl, entry, backOff });
    this.#wait = backOff.first;
    if (logFile) rotateLargeLog(logFile);
  }

  get pid() {
    return this.#child?.pid ?? null;
  }

  /** Throws a `StartError` if its log cannot be written; a later process of it runs without one. */
  start() {
    this.#launch(this.logFile ? openLog(this.logFile) : 'inherit');
  }

  #launch(out) {
    const child = this.#spawn(out);
    if (typeof out === 'number') closeSync(out);
    if (!child) return;
    this.#child = child;
    child.on('message', (message) => (this.listening ||= message === 'listening'));
    child.once('exit', (code, signal) => this.#ended(signal ?? `code ${code}`));
    // An app that could not be started emits no `exit`; one that runs emits `error` for a signal that could not be sent.
    child.on('error', (error) => child.pid === undefined && this.#ended(error.code));
    void this.#resetOnceHealthy(child);
    this.onStart();
  }

  #spawn(out) {
    try {
      return spawn(process.execPath, ['--enable-source-maps', this.entry], {
        cwd: ROOT,
        env: this.env,
        detached: true,
        stdio: ['ignore', out, out, 'ipc'],
      });
    } catch (error) {
      this.#ended(error.code);
      return null;
    }
  }

  /** Earlier endings count until it is healthy. */
  async #resetOnceHealthy(child) {
    while (this.#child === child && !this.#stopping) {
      if (this.listening && (await answers(this.healthUrl)) && this.#child === child) {
        this.#wait = this.backOff.first;
        this.endings = 0;
        return;
      }
      await pause(HEALTH_POLL_INTERVAL_MS, undefined, { ref: false });
    }
  }

  #ended(how) {
    this.#child = null;
    this.listening = false;
    if (this.#stopping) return;
    this.endings += 1;
    console.log(`The ${this.name} ended (${how}); it starts again in ${this.#wait / 1000} s.`);
    this.#timer = setTimeout(() => this.#launch(this.#logAgain()), this.#wait);
    this.#wait = Math.min(this.#wait * 2, this.backOff.most);
  }

  #logAgain() {
    if (!this.logFile) return 'inherit';
    try {
      return openLog(this.logFile);
    } catch (error) {
      console.log(`${error.message} The ${this.name} runs without it.`);
      return 'ignore';
    }
  }

  /** Ends the process by SIGTERM, and by SIGKILL if it does not end in time. Resolves when it has ended. */
  async stop() {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    await new Promise((resolve) => {
      const force = setTimeout(() => child.kill('SIGKILL'), KILL_DELAY_MS);
      child.once('exit', () => {
        clearTimeout(force);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }
}

function rotateLargeLog(file) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
}
