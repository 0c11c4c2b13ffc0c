import { spawn } from 'node:child_process';
import { closeSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from './log-file.mjs';
import { ROOT } from './project.mjs';

/** An app that ran at least this long starts again at once; one that keeps ending waits longer each time. Milliseconds. */
const STEADY = 30_000;
const BACK_OFF = { first: 500, most: 15_000 };
/** How long an app may take to finish what it does after SIGTERM. Milliseconds. */
const STOP_WITHIN = 8_000;
/** A log that is larger than this at start is put aside as `<app>.log.1`. Bytes. */
const LOG_LIMIT = 20 * 1024 * 1024;

/**
 * One app of the product as a child process that is started again when it ends by itself.
 *
 * A child has its own process group, so that Ctrl-C reaches it only through `stop`, and an IPC channel that closes when
 * this process is gone, however that came (`endWithParent` of the platform library ends the child then).
 */
export class SupervisedApp {
  #child = null;
  #timer = null;
  #stopping = false;
  #wait = BACK_OFF.first;
  /** How often it ended by itself since it was last steady. */
  endings = 0;
  /** Whether the process that runs now has said that it listens (`sayListening` of the platform library). */
  listening = false;
  /** Hears of every new process. */
  onStart = () => {};

  /** `name` is the app's folder. `logFile` null: its lines go to this process' output. */
  constructor({ name, env, logFile }) {
    Object.assign(this, { name, env, logFile });
    if (logFile) putLargeLogAside(logFile);
  }

  get pid() {
    return this.#child?.pid ?? null;
  }

  start() {
    const out = this.logFile ? openLog(this.logFile) : 'inherit';
    const startedAt = Date.now();
    const child = spawn(process.execPath, ['--enable-source-maps', join(ROOT, `dist/apps/${this.name}/src/main.js`)], {
      cwd: ROOT,
      env: this.env,
      detached: true,
      stdio: ['ignore', out, out, 'ipc'],
    });
    if (this.logFile) closeSync(out);
    this.#child = child;
    child.on('message', (message) => (this.listening ||= message === 'listening'));
    child.once('exit', (code, signal) => this.#ended(Date.now() - startedAt, signal ?? `code ${code}`));
    this.onStart();
  }

  #ended(lived, how) {
    this.#child = null;
    this.listening = false;
    if (this.#stopping) return;
    if (lived > STEADY) {
      this.#wait = BACK_OFF.first;
      this.endings = 0;
    }
    this.endings += 1;
    console.log(`The ${this.name} ended (${how}); it starts again in ${this.#wait / 1000} s.`);
    this.#timer = setTimeout(() => this.start(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, BACK_OFF.most);
  }

  /** Resolves when the process is gone: asked first, killed if it does not end in time. */
  async stop() {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    await new Promise((resolve) => {
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
      child.once('exit', () => {
        clearTimeout(force);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }
}

function putLargeLogAside(file) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT) renameSync(file, `${file}.1`);
}
