import type { FeedPosition } from '../envelope.contract.js';

/** Time between two requests for a new snapshot: the first read may have failed. */
const READ_AGAIN_INTERVAL_MS = 5_000;
/**
 * A read without an answer for this long is given up. It is far above the time of a slow read, which would never finish if it were
 * restarted sooner.
 */
const READ_TIMEOUT_MS = 60_000;

/** The options of `refetch` in TanStack Query. */
export interface ReadAfresh {
  /** Whether a read that is under way is useless. If false, that read is awaited, and a new one is started only if there is none. */
  readonly cancelRefetch: boolean;
}

export interface Follower {
  /** Called when `stateOf` the topic has changed. */
  readonly onMoved?: () => void;
  /**
   * Called when the snapshot cannot be brought up to date: read it again and call `startFrom`. It is called repeatedly until that happens.
   */
  readonly onReadAfresh: (how: ReadAfresh) => void;
}

/** A screen that follows a topic: which snapshot it shows, and whether it was asked to read a new one. */
export class Screen {
  private position: FeedPosition | null = null;
  private readAgainTimer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly follower: Follower) {}

  /** The position of its snapshot; null if it has none that can be brought up to date. */
  get shown(): FeedPosition | null {
    return this.position;
  }

  get awaitsSnapshot(): boolean {
    return this.readAgainTimer !== undefined;
  }

  /**
   * Reports a new snapshot, which is no longer awaited. Null: what the screen shows, and a read that is under way, may have data that its
   * person may no longer see.
   */
  show(feed: FeedPosition | null): void {
    this.position = feed;
    this.stop();
  }

  /** Requests a new snapshot, repeatedly until there is one. */
  requestSnapshot(): void {
    if (this.awaitsSnapshot) return;
    let waitedMs = 0;
    this.readAgainTimer = setInterval(() => {
      waitedMs += READ_AGAIN_INTERVAL_MS;
      this.follower.onReadAfresh({ cancelRefetch: waitedMs % READ_TIMEOUT_MS === 0 });
    }, READ_AGAIN_INTERVAL_MS);
    // A read that is under way may be older than the wanted position.
    this.follower.onReadAfresh({ cancelRefetch: true });
  }

  /** Stops requesting a new snapshot. */
  stop(): void {
    clearInterval(this.readAgainTimer);
    this.readAgainTimer = undefined;
  }
}

/** The position of the oldest snapshot: the changes since then include those since all others. */
export function oldestSnapshot(screens: Iterable<Screen>): FeedPosition | null {
  return [...screens].reduce<FeedPosition | null>(
    (least, { shown }) => (shown !== null && (least === null || shown.position < least.position) ? shown : least),
    null,
  );
}
