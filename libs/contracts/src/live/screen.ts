import type { FeedPosition } from '../envelope.contract.js';

/** Between two requests for a new snapshot, as the first read may have failed. */
const READ_AGAIN_INTERVAL_MS = 5_000;

export interface Follower {
  /** Called when `stateOf` the topic has changed. */
  readonly onMoved?: () => void;
  /** Called when the snapshot cannot be brought up to date: read it again and call `startFrom`. Repeated until that is done. */
  readonly onReadAfresh: () => void;
}

/** A screen that follows a topic: what it shows, and whether it was asked to read that again. */
export class Screen {
  private position: FeedPosition | null = null;
  private readAgainTimer: ReturnType<typeof setTimeout> | undefined;

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
    this.readAgainTimer = setTimeout(() => {
      this.readAgainTimer = undefined;
      this.requestSnapshot();
    }, READ_AGAIN_INTERVAL_MS);
    this.follower.onReadAfresh();
  }

  /** It awaits nothing any more. */
  stop(): void {
    clearTimeout(this.readAgainTimer);
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
