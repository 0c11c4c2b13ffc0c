import { Button } from '@mui/material';
import { type ChangeEvent, type Ref, useRef } from 'react';

interface ChooseFileProps {
  /** Of the button. */
  readonly label: string;
  /** What the file is. */
  readonly fileLabel: string;
  readonly disabled: boolean;
  readonly onChoose: (file: File) => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that asks for a CSV file. The same file may be chosen again, as it may have been changed. */
export function ChooseFile({ label, fileLabel, disabled, onChoose, ref }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (file) onChoose(file);
  };
  return (
    <>
      <Button ref={ref} variant="contained" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={fileLabel}
        tabIndex={-1}
        onChange={choose}
        style={{ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' }}
      />
    </>
  );
}
