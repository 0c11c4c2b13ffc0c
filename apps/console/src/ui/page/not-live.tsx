import { type LiveRefusal, RIGHTS_CHANGED } from '@throughline/contracts';
import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { blockingError } from '../../api/api-error.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useWords } from '../../language/language.js';
import { useLate } from './loading.js';
import { ErrorState } from './error-state.js';

const useTexts = textsOf('ui', english);

/** A page whose rights have changed reads and follows again within this time. */
const FOLLOWS_AGAIN_WITHIN_MS = 8_000;

interface NotLiveProps {
  /** Why the page is not kept up to date; null while it is. */
  readonly refusal: LiveRefusal | null;
  readonly onRetry: () => void;
}

/** Shows why a page is not kept up to date, or that it was read again because the person's rights have changed. */
export function NotLive({ refusal, onRetry }: NotLiveProps) {
  const t = useTexts();
  const words = useWords();
  const [last, setLast] = useState<LiveRefusal | null>(null);
  if (refusal !== null && refusal !== last) setLast(refusal);
  const isFollowingAgain = refusal?.code === RIGHTS_CHANGED.code;
  const isStuck = useLate(isFollowingAgain, FOLLOWS_AGAIN_WITHIN_MS);
  if (refusal === null) {
    return last?.code === RIGHTS_CHANGED.code ? (
      <Alert severity="info" onClose={() => setLast(null)} closeText={t('close')} sx={{ mb: 2 }}>
        {words(last.message)} {t('wasReloaded')}
      </Alert>
    ) : null;
  }
  if (isFollowingAgain && !isStuck) return null;
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
      sx={{ mb: 2 }}
    >
      {t('notUpdated')} {words(refusal.message)}
    </Alert>
  );
}

interface NotReadAgainProps {
  /** The failure in the words of the screen, for example "Error loading referrals". */
  readonly title: string;
  readonly list: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown };
}

/** Shows that a list could not be read again, so that the screen is outdated (ordering specification, section 8). */
export function NotReadAgain({ title, list }: NotReadAgainProps) {
  const t = useTexts();
  if (list.error === null || blockingError(list) !== null) return null;
  return (
    <Box sx={{ mb: 2 }}>
      <ErrorState title={title} error={list.error} onRetry={() => void list.refetch()}>
        {t('readEarlier')}
      </ErrorState>
    </Box>
  );
}
