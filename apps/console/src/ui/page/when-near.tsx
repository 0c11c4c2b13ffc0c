import { Box } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { onceAtRest } from './at-rest.js';

/** So that it is there when it is scrolled to. */
const MARGIN = '200px';

/**
 * Renders its children, and so loads their code and data, when the rest of the page is complete and they are in view or about to be scrolled
 * there. Printing asks for all of them.
 */
export function WhenNear({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
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
      {isNear ? children : null}
    </Box>
  );
}
