import { Button } from '@mui/material';
import { useRef } from 'react';

interface ReplaceFileProps {
  readonly verb: 'Replace' | 'Choose';
  readonly name: string;
  readonly onReplace: (file: File) => void;
}

/** Another PDF instead of one that failed or was refused, or one that is missing once more. */
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
