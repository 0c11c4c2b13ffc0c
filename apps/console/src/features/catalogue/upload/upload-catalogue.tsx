import {
  CATALOGUE_FILE_TYPE,
  type CatalogueVersions,
  type CheckedCatalogue,
  MAX_CATALOGUE_FILE_BYTES,
} from '@throughline/contracts';
import { isNoChange } from '@throughline/domain';
import { Alert, AlertTitle, Box, LinearProgress, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/api.js';
import { announce } from '../../../ui/announcer.js';
import { ChooseFile } from '../../../ui/fields/choose-file.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { Difference } from './difference.js';
import { PlanVersion } from './plan-version.js';
import { countOf, withCommas } from '../../../ui/words/counts.js';

interface ChosenFile {
  /** Identifies the choice: the same file may be chosen twice with different content. */
  readonly id: string;
  readonly name: string;
  readonly content: Blob;
}

interface Checked {
  readonly file: ChosenFile;
  readonly checked: CheckedCatalogue;
}

/** Checks a file. Returns the content that was read, because the file on the disk may change before it is sent. */
async function check(file: ChosenFile): Promise<Checked> {
  const { name, content } = file;
  if (content.size > MAX_CATALOGUE_FILE_BYTES) {
    const kilobytes = (bytes: number) => `${withCommas(Math.ceil(bytes / 1024))} kB`;
    throw new Error(`${name} has ${kilobytes(content.size)}. ${kilobytes(MAX_CATALOGUE_FILE_BYTES)} can be uploaded.`);
  }
  const read = new Blob([await content.arrayBuffer()]);
  const checked = await call('POST /catalogue/check', { file: read, type: CATALOGUE_FILE_TYPE });
  return { file: { ...file, content: read }, checked };
}

/** Checks a file, shows its faults or what it would change, and plans its activation. */
export function UploadCatalogue({ versions }: Pick<CatalogueVersions, 'versions'>) {
  const button = useRef<HTMLButtonElement>(null);
  // The result stays while the same file is compared again, so that the typed reason is not lost.
  const [found, setFound] = useState<Checked | null>(null);
  const checking = useMutation({
    mutationFn: check,
    onSuccess: (next) => {
      setFound(next);
      // Faults are shown in an alert, which a screen reader announces anyway.
      if (next.checked.faultCount === 0) announce('The file was checked');
    },
  });
  const choose = (file: File) => {
    setFound(null);
    checking.mutate({ id: crypto.randomUUID(), name: file.name, content: file });
  };
  const close = () => {
    setFound(null);
    button.current?.focus();
  };
  return (
    <Box component="section" aria-labelledby="upload-catalogue">
      <Typography id="upload-catalogue" variant="h2">
        Upload a catalogue
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, maxWidth: '80ch' }}>
        A CSV file with all items, as the download has it: a line for each item, and below it a line for each of its
        options. Readers of Spanish see what the columns that end in “es” have, or else the English. Nothing changes
        until you have seen the difference and given a reason.
      </Typography>
      <ChooseFile
        ref={button}
        label="Choose file"
        fileLabel="Catalogue file"
        disabled={checking.isPending}
        onChoose={choose}
      />
      <Stack sx={{ mt: 2, gap: 2 }}>
        {checking.isPending ? <LinearProgress aria-label={`Checking ${checking.variables.name}`} /> : null}
        {checking.error ? (
          <ErrorState
            title="The file could not be checked"
            error={checking.error}
            onRetry={() => checking.mutate(checking.variables)}
          />
        ) : null}
        {found && found.checked.faultCount > 0 ? <Faults name={found.file.name} {...found.checked} /> : null}
        {found?.checked.difference ? (
          <>
            <Difference name={found.file.name} difference={found.checked.difference} />
            {isNoChange(found.checked.difference) ? null : (
              <PlanVersion
                key={found.file.id}
                file={found.file}
                versions={versions}
                comparedWith={found.checked.comparedWith}
                onCompareAgain={() => checking.mutate(found.file)}
                onDone={close}
              />
            )}
          </>
        ) : null}
      </Stack>
    </Box>
  );
}

const faultsOf = (count: number) => countOf(count, 'fault');

function Faults({ name, faults, faultCount }: CheckedCatalogue & { readonly name: string }) {
  return (
    <Alert severity="error" role="alert">
      <AlertTitle sx={{ overflowWrap: 'anywhere' }}>
        {name} has {faultsOf(faultCount)}. Nothing was changed.
      </AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {faults.map(({ line, column, fault }, index) => (
          <li key={index}>
            Line {line}
            {column === null ? ': ' : `, ${column}: `}
            {fault}
          </li>
        ))}
      </Box>
      {faultCount > faults.length ? (
        <Typography>… and {withCommas(faultCount - faults.length)} more.</Typography>
      ) : null}
    </Alert>
  );
}
