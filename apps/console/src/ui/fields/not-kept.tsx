import { Alert, type SxProps } from '@mui/material';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

/** The warning that input is not stored, because the browser's storage is full or blocked. */
export const useNotKept = (): string => useTexts()('notKept');

/** Shows the warning above a form. */
export function NotKept({ shown, sx = {} }: { readonly shown: boolean; readonly sx?: SxProps }) {
  const words = useNotKept();
  return shown ? (
    <Alert severity="warning" sx={{ mb: 2, ...sx }}>
      {words}
    </Alert>
  ) : null;
}
