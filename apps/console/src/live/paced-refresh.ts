/** While changes go on, the pause before the next read grows up to this. */
const MAX_PAUSE_MS = 6_000;
/** The share by which a pause varies, so that the screens of many people do not read at the same moment. */
const JITTER = 0.2;

/** The pause before the read after an own act, and after another such read. */
const FIRST_OWN_PAUSE_MS = 250;
const NEXT_OWN_PAUSE_MS = 1_500;

export interface PacedRefresh {
  /** Called when something has changed. */
  call(): void;
  /** Called when the person has done something that the read shows: it comes sooner. Acts in quick succession share one. */
  callSoon(): void;
  /** Called when what has changed was read in another way. */
  clear(): void;
  stop(): void;
}

/** A stand-in for `document`, for what must be read on a hidden page as well. */
export const ALWAYS_SHOWN = { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined };

/**
 * Reads again after changes: after a pause from the first of them, which doubles while they go on. Never reads while the previous read is
 * under way or while the page is hidden: it reads once when the page is shown again.
 */
export function pacedRefresh(
  read: () => Promise<unknown>,
  firstPauseMs: number,
  page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'> = document,
): PacedRefresh {
  let pauseMs = firstPauseMs;
  let isDue = false;
  let isSoon = false;
  let ownPauseMs = FIRST_OWN_PAUSE_MS;
  let isReading = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = () => {
    timer = setTimeout(
      () => {
        timer = undefined;
        if (isDue) return void readOnce();
        pauseMs = firstPauseMs;
        ownPauseMs = FIRST_OWN_PAUSE_MS;
      },
      (isSoon ? ownPauseMs : pauseMs) * (1 + JITTER * (Math.random() - 0.5)),
    );
  };
  const readOnce = async () => {
    if (page.hidden) return;
    isDue = false;
    if (isSoon) ownPauseMs = NEXT_OWN_PAUSE_MS;
    isSoon = false;
    isReading = true;
    pauseMs = Math.min(pauseMs * 2, Math.max(firstPauseMs, MAX_PAUSE_MS));
    await read().catch(() => undefined);
    isReading = false;
    if (!isStopped) wait();
  };
  const clearTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const isIdle = () => timer === undefined && !isReading;
  const onShown = () => {
    if (isDue && isIdle()) void readOnce();
  };
  page.addEventListener('visibilitychange', onShown);
  return {
    call: () => {
      isDue = true;
      if (isIdle() && !page.hidden) wait();
    },
    callSoon: () => {
      isDue = true;
      if (!isSoon) clearTimer();
      isSoon = true;
      if (isIdle() && !page.hidden) wait();
    },
    clear: () => {
      if (!isSoon) isDue = false;
    },
    stop: () => {
      page.removeEventListener('visibilitychange', onShown);
      clearTimer();
      isStopped = true;
    },
  };
}
