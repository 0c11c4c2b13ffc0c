import { useEffect, useEffectEvent, useState } from 'react';
import type { Moment } from '../timeline/timeline.js';

/** How many times faster than it happened. */
export const SPEEDS = [1, 10, 100] as const;

/** Between two events a day may have passed in which nothing is to be seen. */
const LONGEST_WAIT_MS = 2_000;
/** Several events may have been recorded at once, and each is to be seen. */
const SHORTEST_WAIT_MS = 300;

/** How long playing waits from one event to the next. */
export const waitBetween = (from: string, to: string, speed: number): number =>
  Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, (Date.parse(to) - Date.parse(from)) / speed));

interface Played {
  readonly moments: readonly Moment[];
  readonly index: number;
  /** Playing goes on once the page shows the moment. */
  readonly isBusy: boolean;
  readonly onSelect: (index: number) => void;
}

/** Goes from event to event by itself, from the first one if the last is shown. It only begins when the person begins it. */
export function usePlayback({ moments, index, isBusy, onSelect }: Played) {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(SPEEDS[1]);
  const select = useEffectEvent(onSelect);
  const from = moments[index]?.entry.at;
  const to = moments[index + 1]?.entry.at;
  if (isPlaying && to === undefined) setPlaying(false);
  useEffect(() => {
    if (!isPlaying || isBusy || to === undefined) return;
    const timer = setTimeout(() => select(index + 1), waitBetween(from ?? to, to, speed));
    return () => clearTimeout(timer);
  }, [isPlaying, isBusy, from, to, index, speed]);
  const play = (begins: boolean) => {
    if (begins && to === undefined) onSelect(0);
    setPlaying(begins);
  };
  return { isPlaying, speed, setPlaying: play, setSpeed };
}
