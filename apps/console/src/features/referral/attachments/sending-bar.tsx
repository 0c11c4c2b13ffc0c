import { LinearProgress } from '@mui/material';
import type { Attachment } from './attachment-queue.js';

/** How much of a file has gone out. When all of it has, the server's word is awaited, and nobody knows for how long. */
export function SendingBar({ attachment: { file, progress } }: { readonly attachment: Attachment }) {
  return (
    <LinearProgress
      variant={progress < 1 ? 'determinate' : 'indeterminate'}
      value={progress * 100}
      aria-label={`Sending ${file.name}`}
    />
  );
}
