import { type Outcome, type RoutedOrder, stopReasonOf } from '@throughline/domain';
import { Button, Stack, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { leadsToInWords, outcomeButtonLabel } from './available-outcomes.js';

interface OutcomeButtonsProps {
  readonly outcomes: readonly Outcome[];
  /** The items that the outcome would be for. */
  readonly order: RoutedOrder;
  /** Whether digits choose outcomes. */
  readonly hasKeys: boolean;
  /** The outcome that is being sent. */
  readonly sent: string | undefined;
  readonly onChoose: (outcome: Outcome) => void;
}

/** A button for each outcome, with where the items go. */
export function OutcomeButtons({ outcomes, order, hasKeys, sent, onChoose }: OutcomeButtonsProps) {
  return (
    <Stack direction="row" role="group" aria-label="What came of it" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {outcomes.map((outcome, index) => (
        <Button
          key={outcome.name}
          variant={index === 0 ? 'contained' : 'outlined'}
          color={stopReasonOf(outcome) === null ? 'primary' : 'error'}
          loading={sent === outcome.name}
          disabled={sent !== undefined && sent !== outcome.name}
          onClick={() => onChoose(outcome)}
          aria-keyshortcuts={hasKeys ? String(index + 1) : undefined}
          sx={{ flexDirection: 'column', alignItems: 'flex-start', textAlign: 'left' }}
        >
          <span>
            {outcomeButtonLabel(outcome)}
            {hasKeys ? <Digit aria-hidden>{index + 1}</Digit> : null}
          </span>
          <Typography component="span" variant="caption" sx={{ fontWeight: 400 }}>
            <span aria-hidden>→ </span>
            {leadsToInWords(outcome, order)}
          </Typography>
        </Button>
      ))}
    </Stack>
  );
}

/** The key of an outcome, beside its label. */
const Digit = styled('kbd')(({ theme }) => ({
  marginInlineStart: theme.spacing(1),
  paddingInline: theme.spacing(0.5),
  font: 'inherit',
  fontSize: '0.75rem',
  border: '1px solid currentColor',
  borderRadius: theme.vars.shape.borderRadius,
  // A phone has no such keys.
  '@media (hover: none)': { display: 'none' },
}));
