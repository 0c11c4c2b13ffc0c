import { Box, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { MOTION_MS } from '../theme/motion.js';
import { VisuallyHidden } from './visually-hidden.js';

export interface StepOfList {
  readonly label: string;
  readonly status: 'done' | 'current' | 'waiting' | 'failed';
  /** Below the label: what the step is made of. */
  readonly children?: ReactNode;
}

interface StepListProps {
  /** What the steps are of. */
  readonly label: string;
  readonly steps: readonly StepOfList[];
}

/** Steps that happen one after the other, downwards on one thin line: solid for what is done, dotted for what is to come. */
export function StepList({ label, steps }: StepListProps) {
  return (
    <Line aria-label={label}>
      {steps.map((step) => (
        <Step
          key={step.label}
          data-status={step.status}
          {...(step.status === 'current' && { 'aria-current': 'step' as const })}
        >
          <Dot aria-hidden>
            {step.status === 'done' ? <Check size={10} strokeWidth={4} /> : null}
            {step.status === 'failed' ? <X size={10} strokeWidth={4} /> : null}
          </Dot>
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Typography component="span" className="label">
              {step.label}
            </Typography>
            <VisuallyHidden>, {step.status}</VisuallyHidden>
            {step.children}
          </Box>
        </Step>
      ))}
    </Line>
  );
}

const DOT = 16;

const Line = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 });

const Step = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  gap: theme.spacing(2),
  paddingBottom: theme.spacing(2),
  color: theme.vars.palette.text.secondary,
  '&[data-status="current"], &[data-status="failed"]': { color: theme.vars.palette.text.primary },
  '&[data-status="current"] > div > .label': { fontWeight: 600 },
  '&:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: DOT / 2 - 1,
    top: DOT + 5,
    bottom: -1,
    borderLeft: `2px dotted ${theme.vars.palette.control}`,
    transition: `border-color ${MOTION_MS}ms`,
  },
  '&[data-status="done"]:not(:last-of-type)::after': { borderLeft: `2px solid ${theme.vars.palette.primary.main}` },
}));

const Dot = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: DOT,
  height: DOT,
  marginTop: 3,
  borderRadius: '50%',
  border: `2px solid ${theme.vars.palette.control}`,
  color: theme.vars.palette.background.paper,
  transition: `background-color ${MOTION_MS}ms, border-color ${MOTION_MS}ms`,
  '[data-status="done"] > &': {
    background: theme.vars.palette.primary.main,
    borderColor: theme.vars.palette.primary.main,
  },
  '[data-status="current"] > &': {
    border: `2px solid ${theme.vars.palette.primary.main}`,
    boxShadow: 'inset 0 0 0 2px currentColor',
    background: theme.vars.palette.primary.main,
  },
  '[data-status="failed"] > &': {
    background: theme.vars.palette.error.main,
    borderColor: theme.vars.palette.error.main,
  },
}));
