import { LinearProgress } from '@mui/material';

/** The line on top of a table while new rows are being read. Loaded the first time: the first rows come without it. */
export const LoadingLine = ({ label }: { readonly label: string }) => (
  <LinearProgress aria-label={label} sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 3 }} />
);
