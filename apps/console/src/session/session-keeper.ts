import { singleFlight } from '../api/single-flight.js';
import type { Renewal } from './renewal.js';
import { CHECK_TOKEN_INTERVAL_MS, expiryAction, SIGN_OUT_AFTER_MS } from './session-expiry.js';

interface KeptSession {
  /** Milliseconds that never go back, and go on while the computer sleeps (`steadyClock`). */
  readonly now: () => number;
  /** The remaining life of the access token. */
  readonly secondsLeft: () => number;
  readonly renew: () => Promise<Renewal>;
  /** Whether the portal answers at all, found out within seconds. A renewal without a network takes much longer to fail. */
  readonly isReachable: () => Promise<boolean>;
  /** Shows Session Expiring until this time of `now`; null closes it. */
  readonly warn: (endsAt: number | null) => void;
  /** Called when nobody answered the warning. */
  readonly end: () => void;
  /** Called when the provider has no session any more, and the token has expired. */
  readonly lose: () => void;
  /** Calls back when something may have changed: the computer woke up, the network is back, another tab renewed. */
  readonly onChange: (look: () => void) => () => void;
}

export interface SessionKeeper {
  /** The action of Stay Logged In. Resolves with false if the session could not be extended. */
  readonly stay: () => Promise<boolean>;
  readonly stop: () => void;
}

/**
 * The only mechanism of renewal (access specification, sections 4 and 9): it checks the token every 60 seconds, renews it or shows the
 * warning, and ends the session when nobody answers. It relies on the clock and not on timers, which stand still while a computer sleeps;
 * and not on the wall clock for the time that the person has to answer, because that may be set meanwhile.
 */
export function keepSession({
  now,
  secondsLeft,
  renew,
  isReachable,
  warn,
  end,
  lose,
  onChange,
}: KeptSession): SessionKeeper {
  let endsAt: number | null = null;
  let ending: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const warnUntil = (moment: number | null): void => {
    if (moment === endsAt) return;
    endsAt = moment;
    clearTimeout(ending);
    if (moment !== null) ending = setTimeout(() => void look(), moment - now());
    warn(moment);
  };

  const stop = (): void => {
    stopped = true;
    clearInterval(checking);
    clearTimeout(ending);
    unfollow();
  };

  const isOver = (): boolean => endsAt !== null && now() >= endsAt && expiryAction(secondsLeft()) !== 'none';

  const look = singleFlight(async (): Promise<void> => {
    if (stopped) return;
    if (isOver()) return finish(end);
    if (expiryAction(secondsLeft()) === 'none') return warnUntil(null);
    const renewal = await renew();
    // The person was signed out during the renewal, or did not answer: there is no reason for a warning.
    if (stopped) return;
    if (isOver()) return finish(end);
    if (renewal === 'ended' && secondsLeft() <= 0) return finish(lose);
    warnUntil(expiryAction(secondsLeft()) === 'warn' ? (endsAt ?? now() + SIGN_OUT_AFTER_MS) : null);
  });

  const finish = (how: () => void): void => {
    stop();
    warn(null);
    how();
  };

  const checking = setInterval(() => void look(), CHECK_TOKEN_INTERVAL_MS);
  const unfollow = onChange(() => void look());
  void look();

  const stay = async (): Promise<boolean> => {
    const renewing = renew();
    // A renewal that succeeds after that ends the warning by the new tokens.
    const gaveUp = new Promise<Renewal>((resolve) => {
      void isReachable().then((reachable) => (reachable ? undefined : resolve('failed')));
    });
    const isKept = (await Promise.race([renewing, gaveUp])) === 'renewed';
    if (isKept && !stopped) warnUntil(null);
    return isKept;
  };
  return { stay, stop };
}
