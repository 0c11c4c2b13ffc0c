import type { StoredEvent } from '../event-store.js';
import { newEvent } from '../testing/new-event.js';
import { eventLog } from './log-entry.js';
import { NoteSigner } from './signed-note.js';
import type { ProvenLog, TreeFolder } from './tree-folder.js';

export const SIGNER = new NoteSigner('portal.example/log', Buffer.alloc(32, 5));

/** Events of several streams, at positions with gaps. */
export const storedEvents = (count: number): StoredEvent[] =>
  Array.from({ length: count }, (_, number) => {
    const event = newEvent({ number });
    const place = { stream: `jar-${number % 7}`, revision: Math.floor(number / 7), position: 10 + number * 3 };
    return { ...event, ...place, storedId: event.metadata.eventId, recordedMicros: 1_700_000_000_000_000 + number };
  });

/** The log of these events. */
export const logOf = (events: readonly StoredEvent[]) =>
  eventLog({
    async *readStored({ after, atMost }) {
      yield* events.filter(({ position }) => position > after).slice(0, atMost);
    },
  });

/** The process ended here. */
export class Ended extends Error {}

export type Fault = 'before' | 'half' | 'after';

/** A folder in memory, in which a process can be ended at each of its writes: before it, in its middle, or after it. */
export class FolderInMemory implements TreeFolder {
  constructor(readonly log: ProvenLog = 'log') {}

  readonly files = new Map<string, Buffer>();
  /** All that was ever written under these paths, whether a write ended or not. */
  readonly shown: string[] = [];
  writes = 0;
  private fault: { readonly at: number; readonly kind: Fault } | undefined;

  /** Ends the process at the write after so many. */
  endAt(writes: number, kind: Fault): void {
    this.fault = { at: this.writes + writes, kind };
  }

  goOn(): void {
    this.fault = undefined;
  }

  read(path: string): Promise<Buffer | undefined> {
    return Promise.resolve(this.files.get(path));
  }

  list(path: string): Promise<readonly string[]> {
    const names = [...this.files.keys()]
      .filter((one) => one.startsWith(`${path}/`))
      .map((one) => one.slice(path.length + 1).split('/')[0]!);
    return Promise.resolve([...new Set(names)].sort());
  }

  /** A half write leaves nothing, because it is of a file beside that is renamed. */
  write(path: string, content: Uint8Array | string): Promise<void> {
    if (path === 'checkpoint') this.shown.push(String(content));
    return this.step(
      () => undefined,
      () => void this.files.set(path, Buffer.from(content as string)),
    );
  }

  append(path: string, text: string): Promise<void> {
    this.shown.push(text.trimEnd() + '\n');
    const before = this.files.get(path) ?? Buffer.alloc(0);
    const put = (added: string) => void this.files.set(path, Buffer.concat([before, Buffer.from(added)]));
    return this.step(
      () => put(text.slice(0, text.length - 20)),
      () => put(text),
    );
  }

  remove(path: string): Promise<void> {
    return this.step(
      () => undefined,
      () => {
        for (const one of Array.from(this.files.keys()))
          if (one === path || one.startsWith(`${path}/`)) this.files.delete(one);
      },
    );
  }

  private step(half: () => void, whole: () => void): Promise<void> {
    const kind = this.fault && this.writes >= this.fault.at ? this.fault.kind : undefined;
    this.writes++;
    if (kind === 'half') half();
    if (kind === undefined || kind === 'after') whole();
    return kind === undefined ? Promise.resolve() : Promise.reject(new Ended());
  }
}
