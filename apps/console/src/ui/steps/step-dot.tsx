import { styled, type Theme } from '@mui/material/styles';
import { Check, X } from '../icons/icons.js';
import { MOTION_MS } from '../../theme/theme.js';

export type StepStatus = 'done' | 'skipped' | 'current' | 'waiting' | 'failed';

/** Diameter of the dot in pixels. */
export const DOT = 16;

/** The dot of a step on its line. `--thread` sets the colour; by default it is the theme's primary colour. */
export function StepDot({ status }: { readonly status: StepStatus }) {
  return (
    <Dot aria-hidden data-dot={status}>
      {status === 'done' ? <Check size={10} strokeWidth={4} /> : null}
      {status === 'failed' ? <X size={10} strokeWidth={4} /> : null}
    </Dot>
  );
}

const Dot = styled('span')(({ theme }) => {
  const thread = `var(--thread, ${theme.vars.palette.primary.main})`;
  return {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: DOT,
    height: DOT,
    borderRadius: '50%',
    border: `2px solid ${theme.vars.palette.control}`,
    color: theme.vars.palette.background.paper,
    transition: `background-color ${MOTION_MS}ms, border-color ${MOTION_MS}ms`,
    '&[data-dot="done"], &[data-dot="current"]': { background: thread, borderColor: thread },
    '&[data-dot="skipped"]': { borderStyle: 'dashed' },
    '&[data-dot="current"]': { boxShadow: 'inset 0 0 0 2px currentColor' },
    '&[data-dot="failed"]': { background: theme.vars.palette.error.main, borderColor: theme.vars.palette.error.main },
  };
});

/** The vertical line from a step to the next one: solid after a completed step, dotted otherwise. `top` and `bottom` are pixels. */
export const lineToNext = (theme: Theme, { top, bottom }: { readonly top: number; readonly bottom: number }) => ({
  '&:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: DOT / 2 - 1,
    top: DOT + top,
    bottom,
    borderLeft: `2px dotted ${theme.vars.palette.control}`,
    transition: `border-color ${MOTION_MS}ms`,
  },
  '&[data-status="done"]:not(:last-of-type)::after': {
    borderLeft: `2px solid var(--thread, ${theme.vars.palette.primary.main})`,
  },
});
