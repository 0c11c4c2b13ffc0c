import { MEMBERS_FILE_TYPE } from '@throughline/contracts';
import { REWARD_PROGRAMMES, type RewardProgramme } from '@throughline/domain';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { call } from '../../../api/api.js';
import { announce } from '../../../ui/announcer.js';
import { ChoiceField } from '../../../ui/choice-field.js';
import { ErrorState } from '../../../ui/error-state.js';
import { eligibleMembersQuery, PROGRAMME_WORDS } from '../queries.js';

const PROGRAMMES = REWARD_PROGRAMMES.map((value) => ({ value, label: PROGRAMME_WORDS[value] }));

interface MembersFile {
  readonly file: File;
  readonly programme: RewardProgramme | undefined;
  readonly signal: AbortSignal;
}

/** Uploads a member file. The table below shows the progress of the import. */
export function UploadMembers() {
  const id = useId();
  const queries = useQueryClient();
  const [programme, setProgramme] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const upload = useMutation({
    mutationFn: ({ file, programme: of, signal }: MembersFile) => {
      const query = { fileName: file.name, programme: of };
      return call('POST /eligible-patients/imports', { query, file, type: MEMBERS_FILE_TYPE }, { signal });
    },
    onSuccess: () => {
      announce('The file was uploaded');
      return queries.invalidateQueries(eligibleMembersQuery);
    },
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    sending.current = new AbortController();
    const { signal } = sending.current;
    upload.mutate({ file, programme: programme === '' ? undefined : (programme as RewardProgramme), signal });
  };
  const canceled = upload.error instanceof DOMException && upload.error.name === 'AbortError';
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={{ maxWidth: 640 }}>
      <Typography id={`${id}-title`} variant="h2">
        Upload a file
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        A CSV file with the columns medicaid_id, date_of_birth and programme. Members who are registered already do not
        change.
      </Typography>
      <ChoiceField
        label="Programme"
        choices={PROGRAMMES}
        value={programme}
        onChange={setProgramme}
        emptyLabel="Named in each row"
        help="Choose one if the file has no such column"
      />
      <Box sx={{ mt: 2, display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="contained" disabled={upload.isPending} onClick={() => input.current?.click()}>
          Choose and upload
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="Member file"
          tabIndex={-1}
          onChange={choose}
          style={{ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' }}
        />
        {upload.isPending ? (
          <>
            <Box sx={{ flexGrow: 1, minWidth: 120 }}>
              <LinearProgress aria-label={`Uploading ${upload.variables.file.name}`} />
            </Box>
            <Button onClick={() => sending.current?.abort()}>Cancel</Button>
          </>
        ) : null}
      </Box>
      {upload.error && !canceled ? (
        <Box sx={{ mt: 2 }}>
          <ErrorState title="The file could not be uploaded" error={upload.error} />
        </Box>
      ) : null}
    </Box>
  );
}
