import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Typography,
} from '@mui/material';
import { styled } from '@mui/material/styles';
import { useAtom } from 'jotai';
import { Fragment, useId } from 'react';
import { shortcutsOnAtom } from '../../../ui/shortcuts.js';

const IN_THE_QUEUE = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the task of the row'],
  ['c', 'Claim the task of the row'],
  ['x', 'Select the row, or clear its selection'],
  ['?', 'Show this list'],
  ['/', 'Search referrals'],
] as const;

const ON_A_TASK = [
  ['1 – 9', 'Record the outcome with this number'],
  ['Shift + 1 – 9', 'Record it, and open the next task'],
  ['u', 'Undo the outcome that you recorded last'],
  ['n', 'Next task of the queue'],
  ['p', 'Previous task of the queue'],
] as const;

/** Lists the keyboard shortcuts, and switches them on and off. Loaded when opened. */
export function QueueKeysDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [on, setOn] = useAtom(shortcutsOnAtom);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <KeyList title="In the queue" keys={IN_THE_QUEUE} />
        <KeyList title="On the page of a task" keys={ON_A_TASK} />
        <FormControlLabel
          control={<Checkbox checked={on} onChange={(_, next) => setOn(next)} />}
          label="Use these keys"
        />
        <Typography variant="body2" color="textSecondary">
          This setting is kept in this browser. The keys never work while you type in a field.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

interface KeyListProps {
  readonly title: string;
  readonly keys: readonly (readonly [key: string, words: string])[];
}

const KeyList = ({ title, keys }: KeyListProps) => (
  <>
    <Typography variant="h3" gutterBottom>
      {title}
    </Typography>
    <Keys>
      {keys.map(([key, words]) => (
        <Fragment key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{words}</dd>
        </Fragment>
      ))}
    </Keys>
  </>
);

const Keys = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  alignItems: 'center',
  gap: theme.spacing(1, 2),
  margin: theme.spacing(0, 0, 2),
  '& dd': { margin: 0 },
  '& kbd': {
    display: 'inline-block',
    minWidth: 28,
    padding: theme.spacing(0.25, 1),
    textAlign: 'center',
    font: 'inherit',
    fontSize: '0.8125rem',
    border: `1px solid ${theme.vars.palette.control}`,
    borderRadius: theme.vars.shape.borderRadius,
  },
}));
