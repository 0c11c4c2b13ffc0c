/** From an instant up to, but not including, another; both in ms since 1970. */
export type Span = readonly [from: number, to: number];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The midnight of the day that clocks in the zone show at an instant, as if they showed UTC. */
export const dayShown = (instant: number, timeZone: string): number =>
  Math.floor(shownAt(instant, timeZone) / DAY) * DAY;

export const spanOfDay = (midnight: number, timeZone: string): Span => [
  beginOf(midnight, timeZone),
  beginOf(midnight + DAY, timeZone),
];

/** If clocks skip midnight, the day begins when they are put forward. */
const beginOf = (midnight: number, timeZone: string): number =>
  instantsAt(midnight, timeZone)[0] ?? midnight - offsetAt(midnight - DAY, timeZone);

/** The spans in which clocks show this minute: two if they are put back, none if they skip it. */
export const minutesAt = (shown: number, timeZone: string): readonly Span[] =>
  instantsAt(shown, timeZone).map((from): Span => [from, from + MINUTE]);

function instantsAt(shown: number, timeZone: string): readonly number[] {
  const offsets = new Set([offsetAt(shown - DAY, timeZone), offsetAt(shown + DAY, timeZone)]);
  return [...offsets]
    .map((offset) => shown - offset)
    .filter((instant) => shownAt(instant, timeZone) === shown)
    .sort((one, other) => one - other);
}

const offsetAt = (instant: number, timeZone: string): number => shownAt(instant, timeZone) - instant;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Number of formats that are cached for all readers, so that requests with many zones do not fill the memory. */
const MAX_CLOCKS = 100;

/** The minute that clocks in the zone show, as if they showed UTC. */
function shownAt(instant: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    clock = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts });
    if (clocks.size === MAX_CLOCKS) clocks.clear();
    clocks.set(timeZone, clock);
  }
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? NaN;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/** Whether this computer knows a zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    shownAt(0, name);
    return true;
  } catch {
    return false;
  }
}
