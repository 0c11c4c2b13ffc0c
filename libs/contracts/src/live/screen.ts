import type { FeedPosition } from '../envelope.contract.js';

/** Between two requests for a new snapshot, as the first read may have failed. */
const READ_AGAIN_INTERVAL_MS = 5_000;
/** A read of which nothing was heard for so long is given up. Far above a slow read, which would never end if it were started again sooner. */
const READ_TIMEOUT_MS = 60_000;

/** As `refetch` of TanStack Query takes it. */
export interface ReadAfresh {
  /** Whether a read that is under way is of no use. If false, it is waited for, and one is started only if there is none. */
  readonly cancelRefetch: boolean;
}

export interface Follower {
  /** Called when `stateOf` the topic has changed. */
  readonly onMoved?: () => void;
  /** Called when the snapshot cannot be brought up to date: read it again and call `startFrom`. Repeated until that is done. */
  readonly onReadAfresh: (how: ReadAfresh) => void;
}

/** A screen that follows a topic: what it shows, and whether it was asked to read that again. */
export class Screen {
  private position: FeedPosition | null = null;
  private readAgainTimer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly follower: Follower) {}

  /** The position of its snapshot; null while it has none that can be brought up to date. */
  get shown(): FeedPosition | null {
    return this.position;
  }

  get awaitsSnapshot(): boolean {
    return this.readAgainTimer !== undefined;
  }

  /** It has a new snapshot, which is no longer awaited. Null: what it shows, and a read that is under way, may be what its person could see before. */
  show(feed: FeedPosition | null): void {
    this.position = feed;
    this.stop();
  }

  /** Repeated at intervals until there is one. */
  requestSnapshot(): void {
    if (this.awaitsSnapshot) return;
    let waitedMs = 0;
    this.readAgainTimer = setInterval(() => {
      waitedMs += READ_AGAIN_INTERVAL_MS;
      this.follower.onReadAfresh({ cancelRefetch: waitedMs % READ_TIMEOUT_MS === 0 });
    }, READ_AGAIN_INTERVAL_MS);
    // What is being read may be older than what is wanted.
    this.follower.onReadAfresh({ cancelRefetch: true });
  }

  /** It awaits nothing any more. */
  stop(): void {
    clearInterval(this.readAgainTimer);
    this.readAgainTimer = undefined;
  }
}

/** The changes since the oldest snapshot include those since the others. */
export function oldestSnapshot(screens: Iterable<Screen>): FeedPosition | null {
  return [...screens].reduce<FeedPosition | null>(
    (least, { shown }) => (shown !== null && (least === null || shown.position < least.position) ? shown : least),
    null,
  );
}
