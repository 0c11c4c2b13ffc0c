import { Alert } from '@mui/material';
import type { AnyDraft } from '../../draft/use-draft.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

interface DraftFoundProps {
  readonly draft: Pick<AnyDraft<never>, 'found' | 'fate'> | undefined;
}

/** Above a form with a draft: that it was filled from it, and what became of a command that got no answer. */
export function DraftFound({ draft }: DraftFoundProps) {
  const t = useTexts();
  if (!draft) return null;
  const { found, fate } = draft;
  const words =
    fate === 'done' ? t('savedBefore') : found === null ? null : t(fate === 'unknown' ? 'fateUnknown' : 'typedBefore');
  if (words === null) return null;
  return (
    <Alert severity={fate === 'unknown' ? 'warning' : 'info'} role="presentation" sx={{ mb: 2 }}>
      {words}
    </Alert>
  );
}
