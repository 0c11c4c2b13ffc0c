import { Box, Skeleton } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { onceAtRest } from './at-rest.js';
import { useLate } from './loading.js';

/** So that it is there when it is scrolled to. */
const MARGIN = '200px';

interface WhenNearProps {
  readonly id?: string;
  /** Shown until then. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Renders its children, and so loads their code and data, when the rest of the page is complete and they are in view or about to be scrolled
 * there. Printing asks for all of them.
 */
export function WhenNear({ id, fallback = null, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    const stopWaiting = onceAtRest(() => observer.observe(place.current!));
    const show = () => setNear(true);
    window.addEventListener('beforeprint', show);
    return () => {
      stopWaiting();
      window.removeEventListener('beforeprint', show);
      observer.disconnect();
    };
  }, []);
  return (
    <Box ref={place} id={id} sx={{ minHeight: '1px' }}>
      {isNear ? children : fallback}
    </Box>
  );
}

interface LinesWhenNearProps {
  readonly count: number;
  /** The height of each line, in pixels. */
  readonly height: number;
  /** The height of what stands below the lines, in pixels. */
  readonly below?: number;
  /** The part, which shows `lines` until it has what it is to show. */
  readonly children: (lines: ReactNode) => ReactNode;
}

/** Space above and below the skeleton of a line, in pixels. */
const SPACE = 4;

/** A part that comes later, and has the place of its lines from the start: empty at first, with skeletons after 200 ms. */
export function LinesWhenNear({ count, height, below = 0, children }: LinesWhenNearProps) {
  const late = useLate(true);
  const lines = late ? (
    <Box aria-busy="true" sx={{ display: 'grid' }}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton
          key={index}
          height={height - 2 * SPACE}
          width={index === 0 ? '80%' : '60%'}
          sx={{ my: `${SPACE}px` }}
        />
      ))}
    </Box>
  ) : null;
  return (
    <Box sx={{ minHeight: count * height + below }}>
      <WhenNear fallback={lines}>{children(lines)}</WhenNear>
    </Box>
  );
}
