import { copyLog, type CopyProgress } from '@throughline/event-store';
import { ConfigError, readSecretFile } from '@throughline/platform';
import { withEventLogs } from '../engines/with-event-log.js';

interface Copy {
  /**
   * Files of one line with the URL of a log. The URL may contain a password, and every user of the machine can see the arguments of a
   * process.
   */
  readonly from: string;
  readonly to: string;
}

/**
 * `log copy`: copies a log to another engine while nothing writes to it. An interrupted copy is continued.
 * @throws ConfigError for a URL instead of a file, which the message does not repeat, and for a file without a URL
 */
export async function copyBetweenEngines(
  { from, to }: Copy,
  { patienceMs }: { readonly patienceMs?: number } = {},
): Promise<void> {
  let last = 'Nothing is copied for sure.';
  const onProgress = (progress: CopyProgress) => {
    last = `Stopped after “${wordsOf(progress)}”.`;
    print(wordsOf(progress));
  };
  const { events, streams, broken } = await withEventLogs(
    [
      { name: '--from', url: urlIn('--from', from) },
      { name: '--to', url: urlIn('--to', to) },
    ],
    { patienceMs, progress: () => last },
    ([source, target]) => copyLog(source!, target!, onProgress),
  );
  print(`${events} events in ${streams} streams are the same in both logs.`);
  for (const stream of broken) print(`${stream}: its chain was broken before the copy, and is broken in it.`);
}

function urlIn(option: string, file: string): string {
  if (!file.includes('://')) return readSecretFile(option, file);
  throw new ConfigError(
    `${option} takes a file, not an address: write the address into a file, because arguments are seen by every user of the machine.`,
  );
}

const wordsOf = ({ phase, done }: CopyProgress): string =>
  `${phase}: ${done} ${phase === 'verifying' ? 'streams' : 'events'}`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
