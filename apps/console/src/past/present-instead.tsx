import { Alert } from '@mui/material';
import english from '../../texts/en/past.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('past', english);

/** On a page that somebody opened as of an earlier moment who may not see one. */
export function PresentInstead() {
  const t = useTexts();
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      {t('presentInstead')}
    </Alert>
  );
}
