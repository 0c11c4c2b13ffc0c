import { spawn } from 'node:child_process';
import { ROOT } from './project.mjs';

/**
 * Runs a command in the project's folder to its end and keeps what it printed.
 * Resolves also when the command fails: `ok` says so. Aborting `signal` ends it with SIGTERM.
 */
export function run(command, args, { env = process.env, signal } = {}) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    let output = '';
    const child = spawn(command, args, { cwd: ROOT, env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const end = (ok) => resolve({ ok, output, seconds: (Date.now() - startedAt) / 1000 });
    child.once('error', (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** Runs the executable of an installed package with the Node that runs this; `options` as for `run`. */
export const runPackage = (bin, args, options) =>
  run(process.execPath, [`${ROOT}/node_modules/${bin}`, ...args], options);
