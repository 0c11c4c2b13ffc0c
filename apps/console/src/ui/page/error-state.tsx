import { Alert, AlertTitle, Button, Typography } from '@mui/material';
import { ApiError } from '../../api/api-error.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useWords } from '../../language/language.js';

const useTexts = textsOf('ui', english);

interface ErrorStateProps {
  /** The failure in the words of the screen, for example "Failed to load referrals". */
  readonly title: string;
  readonly error: unknown;
  /** A sentence on what is not lost, or on what else to do. */
  readonly children?: string | undefined;
  /** Offered if another attempt may help. */
  readonly onRetry?: (() => void) | undefined;
}

/** The failure, what is not lost, what to do, and the correlation id for support. */
export function ErrorState({ title, error, children, onRetry }: ErrorStateProps) {
  const t = useTexts();
  const translated = useWords();
  const words = error instanceof Error ? error.message : '';
  // A conflict with another person is no fault that support could find; the message explains it.
  const isConflict = error instanceof ApiError && error.status === 409;
  const correlationId = error instanceof ApiError && !isConflict ? error.correlationId : null;
  const isFinal = error instanceof ApiError && !error.canBeTriedAgain;
  return (
    <Alert
      severity="error"
      action={
        onRetry && !isFinal ? (
          <Button color="inherit" size="small" onClick={onRetry}>
            {t('retry')}
          </Button>
        ) : undefined
      }
    >
      <AlertTitle sx={{ fontSize: 'inherit', fontWeight: 600, mb: 0 }}>{translated(title)}</AlertTitle>
      {words && words !== title ? <Typography>{translated(words)}</Typography> : null}
      {children ? <Typography>{children}</Typography> : null}
      {correlationId ? (
        <Typography variant="caption" color="textSecondary" component="p">
          {t('reference', { id: correlationId })}
        </Typography>
      ) : null}
    </Alert>
  );
}
