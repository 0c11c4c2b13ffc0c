import { Box } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';

interface UnchangeableProps {
  readonly when: boolean;
  readonly children: ReactNode;
}

/** By these a person changes a field, a box or a choice. */
const CHANGES = ['beforeinput', 'paste', 'cut', 'drop', 'mousedown', 'click', 'keydown'];
const KEYS_THAT_CHANGE_NOTHING = /^(Tab|Escape|Shift|Control|Alt|Meta)$/;

/**
 * Fields that cannot be changed while what they hold is on its way: it could not be sent any more, and would be lost with them when the answer
 * is there. They are not disabled, because the focus stays in them until then, and for another try.
 */
export function Unchangeable({ when, children }: UnchangeableProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (!when || current === null) return;
    const stop = (event: Event) => {
      if (event instanceof KeyboardEvent && KEYS_THAT_CHANGE_NOTHING.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const change of CHANGES) current.addEventListener(change, stop, { capture: true });
    return () => {
      for (const change of CHANGES) current.removeEventListener(change, stop, { capture: true });
    };
  }, [when]);
  return (
    <Box ref={box} aria-busy={when}>
      {children}
    </Box>
  );
}
