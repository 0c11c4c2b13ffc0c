import { type LiveRefusal, RIGHTS_CHANGED } from '@throughline/contracts';
import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import english from '../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useWords } from '../language/language.js';

const useTexts = textsOf('ui', english);

interface NotLiveProps {
  /** Why the page is not kept up to date; null while it is. */
  readonly refusal: LiveRefusal | null;
  readonly onRetry: () => void;
}

/** Shows why a page is not kept up to date, or that it was read again because the person's rights have changed. */
export function NotLive({ refusal, onRetry }: NotLiveProps) {
  const say = useTexts();
  const words = useWords();
  const [last, setLast] = useState<LiveRefusal | null>(null);
  if (refusal !== null && refusal !== last) setLast(refusal);
  if (refusal === null) {
    return last?.code === RIGHTS_CHANGED.code ? (
      <Alert severity="info" onClose={() => setLast(null)} sx={{ mb: 2 }}>
        {words(last.message)} {say('wasReloaded')}
      </Alert>
    ) : null;
  }
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {say('retry')}
        </Button>
      }
      sx={{ mb: 2 }}
    >
      {say('notUpdated')} {words(refusal.message)}
    </Alert>
  );
}
