import { Box, Link, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router-dom';
import { DOT, lineToNext, StepDot, type StepStatus } from './step-dot.js';
import { VisuallyHidden } from '../visually-hidden.js';
import { Meaning } from '../words/meaning.js';
import { WithMeaning } from '../words/with-meaning.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useWords } from '../../language/language.js';

const useTexts = textsOf('ui', english);

export interface StepView {
  readonly label: string;
  readonly status: Exclude<StepStatus, 'failed'>;
  /** The target of a click on the step. */
  readonly to?: string;
}

interface StepperProps {
  /** The accessible name, for example "Progress of Breast pump". */
  readonly label: string;
  readonly steps: readonly StepView[];
  /** Shown below the current step, if it differs from the step's label. */
  readonly note?: string | null;
  /** Whether the work was stopped: the line is then cut. */
  readonly stopped?: boolean;
}

const STATUS = { done: 'done', skipped: 'stepSkipped', current: 'current', waiting: 'stepWaiting' } as const;

/** Steps on a line that is solid for completed steps and dotted for the others; a skipped one has no check mark. Horizontal from 600 px, vertical below. */
export function Stepper({ label, steps, note, stopped = false }: StepperProps) {
  const t = useTexts();
  const words = useWords();
  return (
    <Thread aria-label={label} data-stopped={stopped || undefined}>
      {steps.map((step) => (
        <Knot
          key={step.label}
          data-status={step.status}
          {...(step.status === 'current' && { 'aria-current': 'step' as const })}
        >
          <StepDot status={step.status} />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" component="span" className="label">
              {step.to === undefined ? (
                <Meaning of={step.label}>{words(step.label)}</Meaning>
              ) : (
                <LinkedStep label={step.label} to={step.to} />
              )}
            </Typography>
            <VisuallyHidden>, {t(STATUS[step.status])}</VisuallyHidden>
            {step.status === 'current' && note ? (
              <Typography variant="caption" component="div" color="textSecondary">
                <Meaning of={note} isPlain>
                  {words(note)}
                </Meaning>
              </Typography>
            ) : null}
          </Box>
        </Knot>
      ))}
    </Thread>
  );
}

function LinkedStep({ label, to }: { readonly label: string; readonly to: string }) {
  const words = useWords();
  return (
    <WithMeaning of={label}>
      {(described) => (
        <Link component={RouterLink} to={to} color="inherit" {...described}>
          {words(label)}
        </Link>
      )}
    </WithMeaning>
  );
}

const Thread = styled('ol')(({ theme }) => ({
  '--thread': theme.vars.palette.primary.main,
  '&[data-stopped]': { '--thread': theme.vars.palette.error.main },
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexDirection: 'column',
  [theme.breakpoints.up('sm')]: { flexDirection: 'row' },
}));

const Knot = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flex: '1 1 0',
  minWidth: 0,
  gap: theme.spacing(1),
  paddingBottom: theme.spacing(1.5),
  color: theme.vars.palette.text.secondary,
  '[data-dot]': { marginTop: 2 },
  '&[data-status="current"]': { color: theme.vars.palette.text.primary },
  '&[data-status="current"] .label': { fontWeight: 600 },
  ...lineToNext(theme, { top: 2, bottom: -2 }),
  [theme.breakpoints.up('sm')]: {
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    '[data-dot]': { marginTop: 0 },
    paddingBottom: 0,
    paddingInline: theme.spacing(0.5),
    '&:not(:last-of-type)::after': {
      left: `calc(50% + ${DOT / 2 + 3}px)`,
      right: `calc(-50% + ${DOT / 2 + 3}px)`,
      top: DOT / 2 - 1,
      bottom: 'auto',
      borderLeft: 0,
      borderTop: `2px dotted ${theme.vars.palette.control}`,
    },
    '&[data-status="done"]:not(:last-of-type)::after': { borderLeft: 0, borderTop: '2px solid var(--thread)' },
  },
}));
