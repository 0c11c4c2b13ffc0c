import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const CLOCK = new URL('./shifted-clock.js', import.meta.url).href;
/** The delay with which a supervisor of containers would restart it. */
const RESTART_AFTER_MS = 300;
const STOP_WITHIN_MS = 12_000;

/** A process of the product that is restarted whenever it ends. */
export class SupervisedApp {
  private child: ChildProcess | undefined;
  private stopping = false;
  /** How often it has ended, by itself or because of a fault. */
  endings = 0;
  /**
   * Exit codes, by process, of those that ended by themselves. A process that ends before it listens has found no engine, and is restarted.
   */
  private readonly crashed = new Map<number | undefined, number | null>();

  constructor(
    readonly name: string,
    private readonly options: {
      /** The built program. */
      readonly program: string;
      readonly env: NodeJS.ProcessEnv;
      readonly logFile: string;
      /** The file with the difference of its clock from the machine's (`shifted-clock.ts`). */
      readonly clockFile: string;
    },
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  start(): void {
    const { program, env, logFile } = this.options;
    const log = openSync(logFile, 'a');
    // The IPC channel ends it with this process, however that ends.
    const child = spawn(process.execPath, ['--import', CLOCK, program], {
      env: { ...env, CLOCK_SHIFT_FILE: this.options.clockFile },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.child = child;
    child.on('error', () => child.pid === undefined && this.ended()); // one that could not be started emits no `exit`
    let listens = false;
    child.on('message', (message) => (listens ||= message === 'listening'));
    child.once('exit', (code, signal) => {
      if (signal === null && listens && !this.stopping) this.crashed.set(child.pid, code);
      this.ended();
    });
  }

  private ended(): void {
    this.child = undefined;
    if (this.stopping) return;
    this.endings += 1;
    setTimeout(() => this.stopping || this.start(), RESTART_AFTER_MS);
  }

  /** Stops the present process; returns a function that lets it continue, which does nothing if it has ended meanwhile. */
  freeze(): () => void {
    const { child } = this;
    child?.kill('SIGSTOP');
    return () => void child?.kill('SIGCONT');
  }

  /** Whether that process ended by itself with an exit code, not by a signal, after it had listened. */
  endedByItself(pid: number | undefined): boolean {
    return this.crashed.has(pid);
  }

  /** The processes that ended by themselves, in words. */
  get crashes(): readonly string[] {
    return [...this.crashed].map(([pid, code]) => `process ${pid} of ${this.name} ended with code ${code}`);
  }

  /** Sets its wall clock this far ahead of the machine's; also that of its next process. */
  async setClock(byMs: number): Promise<void> {
    const { clockFile } = this.options;
    await writeFile(`${clockFile}.new`, String(byMs));
    await rename(`${clockFile}.new`, clockFile);
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  /** Ends it with SIGTERM, and with SIGKILL if it does not end in time. Resolves when it has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    await Promise.race([gone, pause(STOP_WITHIN_MS, undefined, { ref: false })]);
    child.kill('SIGKILL');
    await gone;
  }
}
