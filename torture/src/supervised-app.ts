import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** As soon as a supervisor of containers would, milliseconds. */
const RESTART_AFTER_MS = 300;
const STOP_WITHIN_MS = 12_000;

/** A process of the product that is started again whenever it ends. */
export class SupervisedApp {
  private child: ChildProcess | undefined;
  private stopping = false;
  /** How often it ended without having been told to. */
  endings = 0;

  constructor(
    readonly name: string,
    private readonly options: {
      /** Of the build. */
      readonly program: string;
      readonly env: NodeJS.ProcessEnv;
      readonly logFile: string;
    },
  ) {}

  start(): void {
    const { program, env, logFile } = this.options;
    const log = openSync(logFile, 'a');
    // The channel ends it with this process, however that ends.
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
    this.child = child;
    child.once('exit', () => {
      this.child = undefined;
      if (this.stopping) return;
      this.endings += 1;
      setTimeout(() => this.stopping || this.start(), RESTART_AFTER_MS);
    });
  }

  /** To the process that runs now; answers how to let it go on, which does nothing if it has ended meanwhile. */
  freeze(): () => void {
    const { child } = this;
    child?.kill('SIGSTOP');
    return () => void child?.kill('SIGCONT');
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  /** Resolves when it is gone: asked first, killed if it does not end in time. */
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
