import { Box, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { lineToNext, StepDot, type StepStatus } from './step-dot.js';
import { VisuallyHidden } from '../visually-hidden.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

export interface StepOfList {
  /** Identifies the step. Its label may change. */
  readonly step: string;
  readonly label: string;
  readonly status: Exclude<StepStatus, 'skipped'>;
  /** The content of the step, below its label. */
  readonly children?: ReactNode;
}

interface StepListProps {
  /** The accessible name of the list. */
  readonly label: string;
  readonly steps: readonly StepOfList[];
}

const STATUS = { done: 'done', current: 'current', waiting: 'stepWaiting', failed: 'stepFailed' } as const;

/** A vertical list of steps on a line that is solid for completed steps and dotted for the others. */
export function StepList({ label, steps }: StepListProps) {
  const t = useTexts();
  return (
    <Line aria-label={label}>
      {steps.map((step) => (
        <Step
          key={step.step}
          data-status={step.status}
          {...(step.status === 'current' && { 'aria-current': 'step' as const })}
        >
          <StepDot status={step.status} />
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Typography component="span" className="label">
              {step.label}
            </Typography>
            <VisuallyHidden>, {t(STATUS[step.status])}</VisuallyHidden>
            {step.children}
          </Box>
        </Step>
      ))}
    </Line>
  );
}

const Line = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 });

const Step = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  gap: theme.spacing(2),
  paddingBottom: theme.spacing(2),
  color: theme.vars.palette.text.secondary,
  '[data-dot]': { marginTop: 3 },
  '&[data-status="current"], &[data-status="failed"]': { color: theme.vars.palette.text.primary },
  '&[data-status="current"] > div > .label': { fontWeight: 600 },
  ...lineToNext(theme, { top: 5, bottom: -1 }),
}));
