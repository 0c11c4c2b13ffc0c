import type { LinkedAct } from '@throughline/contracts';
import { nameOf } from '@throughline/domain';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../api/api.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { exactTime } from '../../../ui/words/calendar.js';
import { ActFacts } from '../search/act-facts.js';
import { roleWords } from '../who-saw/viewer-words.js';
import { CauseTree } from './cause-tree.js';

interface CausesDialogProps {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** What led to an act, from the act that began it, and what followed from each of them, as a tree. Loaded when opened. */
export function CausesDialog({ eventId, onClose }: CausesDialogProps) {
  const id = useId();
  const read = useQuery({
    queryKey: ['audit-causes', eventId],
    queryFn: ({ signal }) => call('GET /audit/acts/{eventId}/causes', { params: { eventId } }, { signal }),
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="md">
      <DialogTitle id={id}>What led to this, and what followed</DialogTitle>
      <DialogContent>
        <ReadState read={read} failed="What led to this could not be read" loading="What led to this is loading">
          {(path) => <CauseTree path={path} labelledBy={id} about={(act) => <ChosenAct act={act} />} />}
        </ReadState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** What the tree does not say of the act that is chosen in it. */
function ChosenAct({ act }: { readonly act: LinkedAct }) {
  const { actor, name, company, at, sentence } = act;
  const standing = actor.role === 'system' ? 'By itself' : [roleWords(actor.role), company].filter(Boolean).join(' · ');
  return (
    <Box component="section" aria-label="Chosen act" sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{sentence}</Typography>
      <Typography variant="body2" color="textSecondary">
        {exactTime(Date.parse(at))} · {name ?? nameOf(actor)} · {standing}
      </Typography>
      <ActFacts act={act} />
    </Box>
  );
}
