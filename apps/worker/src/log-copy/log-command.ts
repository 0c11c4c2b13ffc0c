import { copyLog, type CopyProgress } from '@throughline/event-store';
import { withEventLogs } from '../engines/with-event-log.js';

interface Copy {
  /** URLs of the logs. */
  readonly from: string;
  readonly to: string;
}

/** `log copy`: copies a log to another engine while nothing writes to it. An interrupted copy is continued. */
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
      { name: '--from', url: from },
      { name: '--to', url: to },
    ],
    { patienceMs, progress: () => last },
    ([source, target]) => copyLog(source!, target!, onProgress),
  );
  print(`${events} events in ${streams} streams are the same in both logs.`);
  for (const stream of broken) print(`${stream}: its chain was broken before the copy, and is broken in it.`);
}

const wordsOf = ({ phase, done }: CopyProgress): string =>
  `${phase}: ${done} ${phase === 'verifying' ? 'streams' : 'events'}`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
