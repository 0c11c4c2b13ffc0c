import { MEMBERS_FILE_TYPE } from '@throughline/contracts';
import {
  type OtherZerosDecision,
  REWARD_PROGRAMME_WORDS,
  REWARD_PROGRAMMES,
  type RewardProgramme,
} from '@throughline/domain';
import { Box, Checkbox, FormControlLabel, LinearProgress, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { call } from '../../api/api.js';
import { announce } from '../../ui/announcer.js';
import { ChoiceField } from '../../ui/fields/choice-field.js';
import { ChooseFile } from '../../ui/fields/choose-file.js';
import { ReasonDialog } from '../../ui/dialogs/reason-dialog.js';
import { eligibleMembersQuery } from './queries.js';

const PROGRAMMES = REWARD_PROGRAMMES.map((value) => ({ value, label: REWARD_PROGRAMME_WORDS[value] }));

const OTHER_ZEROS: readonly { readonly value: OtherZerosDecision; readonly label: string }[] = [
  { value: 'correct', label: 'The ID of this file is the right one' },
  { value: 'distinct', label: 'They are two members' },
];

interface MembersFile {
  readonly file: File;
  readonly programme: RewardProgramme | undefined;
  readonly correctDates: boolean;
  readonly otherZeros: OtherZerosDecision | undefined;
  readonly reason: string;
  readonly signal: AbortSignal;
}

/** Uploads a member file. The table below shows the progress of the import. */
export function UploadMembers() {
  const id = useId();
  const queries = useQueryClient();
  const [programme, setProgramme] = useState('');
  const [correctDates, setCorrectDates] = useState(false);
  const [otherZeros, setOtherZeros] = useState('');
  const [chosen, setChosen] = useState<File | null>(null);
  const sending = useRef<AbortController | null>(null);
  const upload = useMutation({
    mutationFn: ({ file, programme: of, correctDates: corrects, otherZeros: zeros, reason, signal }: MembersFile) => {
      const query = {
        fileName: file.name,
        programme: of,
        reason,
        ...(corrects && { correctDates: 'true' as const }),
        otherZeros: zeros,
      };
      return call('POST /eligible-patients/imports', { query, file, type: MEMBERS_FILE_TYPE }, { signal });
    },
    onSuccess: () => {
      announce('The file was uploaded');
      setChosen(null);
      return queries.invalidateQueries(eligibleMembersQuery);
    },
  });
  const choose = (file: File) => {
    upload.reset();
    setChosen(file);
  };
  const send = (file: File, reason: string) => {
    sending.current = new AbortController();
    const { signal } = sending.current;
    upload.mutate({
      file,
      programme: programme === '' ? undefined : (programme as RewardProgramme),
      correctDates,
      otherZeros: otherZeros === '' ? undefined : (otherZeros as OtherZerosDecision),
      reason,
      signal,
    });
  };
  const canceled = upload.error instanceof DOMException && upload.error.name === 'AbortError';
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={{ maxWidth: 640 }}>
      <Typography id={`${id}-title`} variant="h2">
        Upload a file
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        A CSV file with the columns medicaid_id, date_of_birth (such as 1994-03-12 or 3/12/1994) and programme (diaper
        or pregnancy). Members who are registered already do not change. A Medicaid ID has one benefit: another date of
        birth for it is a bad row, unless you choose that dates are corrected. So is an ID that differs from a
        registered one by zeros before it alone, because spreadsheet programs take them away. To decide on some rows,
        upload them alone.
      </Typography>
      <ChoiceField
        label="Programme"
        choices={PROGRAMMES}
        value={programme}
        onChange={setProgramme}
        emptyLabel="Named in each row"
        help="Choose one if the file has no such column"
      />
      <FormControlLabel
        control={<Checkbox checked={correctDates} onChange={(_, checked) => setCorrectDates(checked)} />}
        label="Correct dates of birth: the file is right where another date is registered"
      />
      <ChoiceField
        label="IDs that differ by zeros before them"
        choices={OTHER_ZEROS}
        value={otherZeros}
        onChange={setOtherZeros}
        emptyLabel="Are bad rows"
        help="Where the date of birth is the same"
      />
      <Box sx={{ mt: 2, display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <ChooseFile label="Choose a file" fileLabel="Member file" disabled={upload.isPending} onChoose={choose} />
      </Box>
      {chosen ? (
        <ReasonDialog
          title={`Upload ${chosen.name}`}
          about={
            upload.isPending ? (
              <LinearProgress aria-label={`Uploading ${chosen.name}`} />
            ) : (
              `Programme: ${programme === '' ? 'named in each row' : REWARD_PROGRAMME_WORDS[programme as RewardProgramme]}.${
                correctDates ? ' Dates of birth are corrected.' : ''
              }${OTHER_ZEROS.filter(({ value }) => value === otherZeros)
                .map(({ label }) => ` Where IDs differ by zeros before them: ${label}.`)
                .join('')}`
            )
          }
          submitLabel="Upload"
          busy={upload.isPending}
          cancelable
          error={canceled ? null : upload.error}
          errorTitle="The file could not be uploaded"
          onClose={() => (upload.isPending ? sending.current?.abort() : setChosen(null))}
          onSubmit={({ reason }) => send(chosen, reason)}
        />
      ) : null}
    </Box>
  );
}
