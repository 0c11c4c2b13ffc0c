import { Button, LinearProgress } from '@mui/material';
import { useRef } from 'react';
import type { Attachment } from './attachment-queue.js';

/** Upload progress of a file. Indeterminate while the server's answer is awaited. */
export function SendingBar({ attachment: { file, progress } }: { readonly attachment: Attachment }) {
  return (
    <LinearProgress
      variant={progress < 1 ? 'determinate' : 'indeterminate'}
      value={progress * 100}
      aria-label={`Sending ${file.name}`}
    />
  );
}

interface ReplaceFileProps {
  readonly verb: 'Replace' | 'Choose';
  readonly name: string;
  readonly onReplace: (file: File) => void;
}

/** Chooses another PDF in place of one that failed, was refused or is missing. */
export function ReplaceFile({ verb, name, onReplace }: ReplaceFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" variant="outlined" aria-label={`${verb} ${name}`} onClick={() => input.current?.click()}>
        {verb}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        hidden
        aria-label={`File instead of ${name}`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onReplace(file);
          event.target.value = '';
        }}
      />
    </>
  );
}
