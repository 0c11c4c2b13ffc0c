/** A turn that takes longer than this is not waited for: one caller that hangs does not stop the others. */
const MAX_WAIT_MS = 2_000;

/** Lets callers of this process work on a name one after the other, in the order in which they came. It prevents lost races, and is no lock. */
export class Turns {
  /** By name: ends, and never rejects, with the last turn that was asked for. */
  private readonly ends = new Map<string, Promise<unknown>>();

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.ends.get(name);
    const turn = before === undefined ? work() : endOrWait(before).then(work);
    const end = turn.catch(() => undefined);
    this.ends.set(name, end);
    try {
      return await turn;
    } finally {
      if (this.ends.get(name) === end) this.ends.delete(name);
    }
  }
}

async function endOrWait(end: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise((resolve) => (timer = setTimeout(resolve, MAX_WAIT_MS)));
  await Promise.race([end, waited]);
  clearTimeout(timer);
}
