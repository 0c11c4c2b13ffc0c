import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answers } from './health.mjs';
import { ROOT } from './project.mjs';

/** Delays before an app that ended is restarted, which double until it is healthy. Milliseconds. */
const BACK_OFF = { first: 500, most: 15_000 };
const HEALTH_POLL_INTERVAL_MS = 500;
/** From SIGTERM to SIGKILL. */
const KILL_DELAY_MS = 8_000;
/** How long the last lines of its log are awaited after its end, in case one of its own processes keeps the output open. */
const DRAIN_MS = 1_000;
/** Maximum characters that wait for the end of their line. */
const MAX_LINE_LENGTH = 1024 * 1024;

/**
 * One app of the product as a child process that is restarted if it ends unexpectedly, or could not be started.
 *
 * A child has its own process group, so that Ctrl-C reaches it only through `stop`, and an IPC channel that closes when this process ends
 * for any reason (`endWithParent` of the platform library then ends the child).
 */
export class SupervisedApp {
  #child = null;
  #timer = null;
  #stopping = false;
  #wait;
  /** How often it has ended unexpectedly since it was last healthy. */
  endings = 0;
  /** Whether the current process has reported that it listens (`announceListening` of the platform library). */
  listening = false;
  /** Called for every new process. */
  onStart = () => {};

  /**
   * `name` is the app's folder. `log` gets its lines (`openLineLog`), and `logFile` is where they are shown from; null: the lines go to
   * this process' output. `healthUrl` answers 200 while it serves. `entry` is the program to run, by default the app's build.
   */
  constructor({
    name,
    env,
    log,
    logFile,
    healthUrl,
    entry = join(ROOT, `dist/apps/${name}/src/main.js`),
    backOff = BACK_OFF,
  }) {
    Object.assign(this, { name, env, log, logFile, healthUrl, entry, backOff });
    this.#wait = backOff.first;
  }

  get pid() {
    return this.#child?.pid ?? null;
  }

  start() {
    this.#launch();
  }

  #launch() {
    const child = this.#spawn(this.log ? 'pipe' : 'inherit');
    if (!child) return;
    if (this.log) for (const output of [child.stdout, child.stderr]) passLines(output, this.log);
    this.#child = child;
    child.on('message', (message) => (this.listening ||= message === 'listening'));
    child.once('exit', (code, signal) => this.#ended(signal ?? `code ${code}`));
    // An app that could not be started emits no `exit`; a running one emits `error` for a signal that could not be sent.
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

  /** Earlier endings are counted until it is healthy. */
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
    this.#timer = setTimeout(() => this.#launch(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, this.backOff.most);
  }

  /**
   * Ends the process with SIGTERM, and with SIGKILL if it does not end in time. Resolves when it has ended, and its last lines are in its
   * log.
   */
  async stop() {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    await new Promise((resolve) => {
      const force = setTimeout(() => child.kill('SIGKILL'), KILL_DELAY_MS);
      child.once('close', resolve);
      child.once('exit', () => {
        clearTimeout(force);
        setTimeout(resolve, DRAIN_MS).unref();
      });
      child.kill('SIGTERM');
    });
  }
}

/** This process writes the log, because a running app could not be given another file when its log is full. */
function passLines(output, log) {
  let rest = '';
  output.setEncoding('utf8');
  output.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) log(line);
    if (rest.length > MAX_LINE_LENGTH) end();
  });
  const end = () => {
    if (rest !== '') log(rest);
    rest = '';
  };
  // After either event no more output can be read.
  output.on('error', end).on('end', end);
}
