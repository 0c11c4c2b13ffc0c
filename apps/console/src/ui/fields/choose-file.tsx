import { Button } from '@mui/material';
import { type ChangeEvent, type Ref, useRef } from 'react';

interface ChooseFileProps {
  /** Label of the button. */
  readonly label: string;
  /** Describes the file. */
  readonly fileLabel: string;
  readonly disabled: boolean;
  readonly onChoose: (file: File) => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that asks for a CSV file. The same file can be chosen again, because it may have changed. */
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
