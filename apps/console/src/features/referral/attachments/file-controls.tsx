import { Button, LinearProgress } from '@mui/material';
import { useRef } from 'react';
import type { Attachment } from './attachment-queue.js';
import english from '../../../../texts/en/order-result.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('order-result', english);

/** Upload progress of a file. It is indeterminate while the server's answer is awaited. */
export function SendingBar({ attachment: { file, progress } }: { readonly attachment: Attachment }) {
  const t = useTexts();
  return (
    <LinearProgress
      variant={progress < 1 ? 'determinate' : 'indeterminate'}
      value={progress * 100}
      aria-label={t('sendingFile', { name: file.name })}
    />
  );
}

interface ReplaceFileProps {
  readonly verb: 'replace' | 'choose';
  readonly name: string;
  readonly onReplace: (file: File) => void;
}

/** Chooses another PDF in place of one that failed, was refused or is missing. */
export function ReplaceFile({ verb, name, onReplace }: ReplaceFileProps) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-label={t(verb === 'choose' ? 'chooseFile' : 'replaceFile', { name })}
        onClick={() => input.current?.click()}
      >
        {t(verb)}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        hidden
        aria-label={t('fileInstead', { name })}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onReplace(file);
          event.target.value = '';
        }}
      />
    </>
  );
}
