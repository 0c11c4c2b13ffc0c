import { REWARD_PROGRAMMES, type RewardProgramme } from '@throughline/domain';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { announce } from '../../../ui/announcer.js';
import { ChoiceField } from '../../../ui/choice-field.js';
import { ErrorState } from '../../../ui/error-state.js';
import { eligibleMembersQuery } from '../api/list-imports.js';
import { uploadMembers } from '../api/upload-members.js';
import { PROGRAMME_WORDS } from '../programme-words.js';

const PROGRAMMES = REWARD_PROGRAMMES.map((value) => ({ value, label: PROGRAMME_WORDS[value] }));

/** Chooses a file and sends it; what becomes of it is told in the table. */
export function UploadMembers() {
  const id = useId();
  const queries = useQueryClient();
  const [programme, setProgramme] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const upload = useMutation({
    mutationFn: uploadMembers,
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
        A CSV file with the columns medicaid_id, date_of_birth and programme. Who is known already stays as they are.
      </Typography>
      <ChoiceField
        label="Programme"
        choices={PROGRAMMES}
        value={programme}
        onChange={setProgramme}
        emptyLabel="Each row names its own"
        help="Choose one where the file has no such column"
      />
      <Box sx={{ mt: 2, display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="contained" disabled={upload.isPending} onClick={() => input.current?.click()}>
          Choose and upload
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="File of members"
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
