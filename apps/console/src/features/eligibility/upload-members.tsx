import { MEMBERS_FILE_TYPE } from '@throughline/contracts';
import {
  type OtherZerosDecision,
  REWARD_PROGRAMME_WORDS,
  REWARD_PROGRAMMES,
  type RewardProgramme,
} from '@throughline/domain';
import { Box, Checkbox, FormControlLabel, LinearProgress, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/api.js';
import { announce } from '../../ui/announcer.js';
import { ChoiceField } from '../../ui/fields/choice/choice-field.js';
import { ChooseFile } from '../../ui/fields/choose-file.js';
import { ReasonChangeDialog } from '../../ui/dialogs/reason-dialog.js';
import { eligibleMembersQuery } from './queries.js';

const PROGRAMMES = REWARD_PROGRAMMES.map((value) => ({ value, label: REWARD_PROGRAMME_WORDS[value] }));

const OTHER_ZEROS: readonly { readonly value: OtherZerosDecision; readonly label: string }[] = [
  { value: 'correct', label: 'The ID of this file is the right one' },
  { value: 'distinct', label: 'They are two members' },
];

/** Uploads a member file. The table below shows the progress of the import. */
export function UploadMembers() {
  const id = useId();
  const [programme, setProgramme] = useState('');
  const [correctDates, setCorrectDates] = useState(false);
  const [otherZeros, setOtherZeros] = useState('');
  const [chosen, setChosen] = useState<File | null>(null);
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
        <ChooseFile label="Choose a file" fileLabel="Member file" disabled={false} onChoose={setChosen} />
      </Box>
      {chosen ? (
        <UploadMembersDialog
          file={chosen}
          query={{
            programme: programme === '' ? undefined : (programme as RewardProgramme),
            ...(correctDates && { correctDates: 'true' as const }),
            otherZeros: otherZeros === '' ? undefined : (otherZeros as OtherZerosDecision),
          }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </Box>
  );
}

interface UploadMembersProps {
  readonly file: File;
  /** Decisions that apply to all rows. */
  readonly query: {
    readonly programme: RewardProgramme | undefined;
    readonly correctDates?: 'true';
    readonly otherZeros: OtherZerosDecision | undefined;
  };
  readonly onClose: () => void;
}

/** Asks for the reason. Closing the dialog during the upload cancels it and keeps what was typed. */
function UploadMembersDialog({ file, query, onClose }: UploadMembersProps) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<AbortController | null>(null);
  const upload = async ({ reason }: { readonly reason: string }) => {
    const controller = new AbortController();
    const { signal } = controller;
    setSending(controller);
    const request = { query: { ...query, fileName: file.name, reason }, file, type: MEMBERS_FILE_TYPE } as const;
    return call('POST /eligible-patients/imports', request, { signal }).finally(() => setSending(null));
  };
  return (
    <ReasonChangeDialog
      change={upload}
      request={(given) => given}
      leadsTo={() => {
        announce('The file was uploaded');
        onClose();
      }}
      onSettled={() => void queries.invalidateQueries(eligibleMembersQuery)}
      errorOf={(error) => (error instanceof DOMException && error.name === 'AbortError' ? null : error)}
      title={`Upload ${file.name}`}
      about={sending ? <LinearProgress aria-label={`Uploading ${file.name}`} /> : decidedInWords(query)}
      submitLabel="Upload"
      cancelable
      errorTitle="The file could not be uploaded"
      onClose={() => (sending ? sending.abort() : onClose())}
    />
  );
}

const decidedInWords = ({ programme, correctDates, otherZeros }: UploadMembersProps['query']) =>
  [
    `Programme: ${programme ? REWARD_PROGRAMME_WORDS[programme] : 'named in each row'}.`,
    ...(correctDates ? ['Dates of birth are corrected.'] : []),
    ...OTHER_ZEROS.filter(({ value }) => value === otherZeros).map(
      ({ label }) => `Where IDs differ by zeros before them: ${label}.`,
    ),
  ].join(' ');
