import { Alert, type SxProps } from '@mui/material';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

/** The words for a person whose browser has no room for what they type, or blocks site data. */
export const useNotKept = (): string => useTexts()('notKept');

/** Says so above a form. */
export function NotKept({ shown, sx = {} }: { readonly shown: boolean; readonly sx?: SxProps }) {
  const words = useNotKept();
  return shown ? (
    <Alert severity="warning" sx={{ mb: 2, ...sx }}>
      {words}
    </Alert>
  ) : null;
}
