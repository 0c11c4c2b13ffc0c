import { spawn } from 'node:child_process';
import { ROOT } from './project.mjs';

/** From SIGTERM to SIGKILL. */
const KILL_DELAY_MS = 2_000;

/**
 * Runs a command in the project's folder to its end and collects its output. Resolves also if the command fails: `ok` is then false.
 * Aborting `signal` ends it with SIGTERM, and later with SIGKILL; it has ended when this resolves. `lowPriority`: it gets the processor
 * time that other processes leave.
 */
export function run(command, args, { env = process.env, signal, lowPriority = false } = {}) {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let output = '';
    const [program, ...given] = [...(lowPriority ? ['nice', '-n', '19'] : []), command, ...args];
    const child = spawn(program, given, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const end = (ok) => {
      signal?.removeEventListener('abort', stop);
      resolve({ ok, output, seconds: (performance.now() - startedAt) / 1000 });
    };
    const stop = () => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), KILL_DELAY_MS).unref();
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    child.on('error', (error) => {
      output += `${error.message}\n`;
      if (child.pid === undefined) end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** Runs a Node program in the project's folder with this process's input and output, and passes signals on. Resolves with its exit code. */
export function runInForeground(args) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
  return new Promise((resolve, reject) => {
    child.on('error', reject).once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs the executable of an installed package with this Node; `options` as for `run`. */
export const runPackage = (bin, args, options) =>
  run(process.execPath, [`${ROOT}/node_modules/${bin}`, ...args], options);
