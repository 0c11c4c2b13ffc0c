import { Box } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';

interface UnchangeableProps {
  readonly when: boolean;
  readonly children: ReactNode;
}

/** The events by which a person changes a field, a checkbox or a choice. */
const CHANGES = ['beforeinput', 'paste', 'cut', 'drop', 'mousedown', 'click', 'keydown'];
const KEYS_THAT_CHANGE_NOTHING = /^(Tab|Escape|Shift|Control|Alt|Meta)$/;

/**
 * Prevents changes of fields while their values are being sent, because a change would no longer be sent and would be lost with the fields
 * after the answer. The fields are not disabled, so that they keep the focus for another attempt.
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
