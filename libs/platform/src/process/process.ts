/** Prints one line and ends with exit code 1. Fits `start().catch(fail)`: of an error it prints the message. */
export function fail(reason: unknown): never {
  const text = reason instanceof Error ? reason.message : String(reason);
  process.stderr.write(`${text.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  process.exit(1);
}

const closings: (() => Promise<unknown> | unknown)[] = [];
let closing = false;

/**
 * Runs `close` when the process is told to end (SIGTERM, SIGINT, SIGHUP), the last one registered first, and then ends it: with 0,
 * or with 1 when that failed or took over `patienceMs` (10 s). Being told again changes nothing: npm forwards a Ctrl-C that
 * the terminal has sent already.
 */
export function onShutdown(close: () => Promise<unknown> | unknown, { patienceMs = 10_000 } = {}): void {
  if (closings.push(close) > 1) return;
  const shutDown = (): void => {
    if (closing) return;
    closing = true;
    setTimeout(() => fail(`Did not stop within ${patienceMs / 1000} s.`), patienceMs).unref();
    void closeAll().then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, shutDown);
}

async function closeAll(): Promise<void> {
  for (const close of closings.reverse()) await close();
}

/** Tells the parent of a child with an IPC channel that it listens: until then, what answers on its port is something else. */
export function sayListening(): void {
  if (process.connected) process.send?.('listening');
}

const ORPHAN_PATIENCE_MS = 3_000;

/** For a child with an IPC channel: shuts down, as if told to, when the parent is gone. Nothing to do without a channel. */
export function endWithParent(): void {
  process.once('disconnect', () => {
    // What it waits for may have ended with the parent.
    setTimeout(() => process.exit(1), ORPHAN_PATIENCE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
}
