import { LinearProgress } from '@mui/material';

/** The line at the top of a table while new rows are being read. Loaded on demand, because the first rows need none. */
export const LoadingLine = ({ label }: { readonly label: string }) => (
  <LinearProgress aria-label={label} sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 3 }} />
);
