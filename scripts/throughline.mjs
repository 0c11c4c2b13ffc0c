import { existsSync } from 'node:fs';
import { helpOf, readCommandLine, UsageError } from './command-line/command-line.mjs';
import operate from './command-line/operate.mjs';
import { ROOT, StartError } from './launcher/project.mjs';

/* `npm run throughline -- <command> …`: every command except `npm start`. The production image has only those of an operator. */

process.setSourceMapsEnabled(true);
process.chdir(ROOT);
const forDevelopers = new URL('command-line/develop.mjs', import.meta.url);
const develop = existsSync(forDevelopers) ? (await import(forDevelopers.href)).default : [];

const { help, command, values } = readOrExit([...operate, ...develop]);
if (help) {
  console.log(help);
  process.exit();
}
try {
  process.exit((await command.run(values)) ?? 0);
} catch (error) {
  const isForeseen = error instanceof StartError || operate.includes(command);
  console.error(isForeseen ? error.message : error);
  process.exit(1);
}

function readOrExit(commands) {
  try {
    return readCommandLine(commands, process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${helpOf(error.commands)}`);
    process.exit(1);
  }
}
