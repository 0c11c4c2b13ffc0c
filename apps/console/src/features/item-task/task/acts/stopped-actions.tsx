import { itemsOf, type ReferralDetail } from '@throughline/contracts';
import { Button, Stack } from '@mui/material';
import { onDemand } from '../../../../ui/page/on-demand.js';
import { WithMeaning } from '../../../../ui/words/with-meaning.js';
import { END_LABELS } from './available-actions.js';

const UnstopItemsDialog = onDemand(async () => (await import('./stopped-items.js')).UnstopItemsDialog);
const CancelItemsDialog = onDemand(async () => (await import('./stopped-items.js')).CancelItemsDialog);

/** The two ways out of a stop: the items are worked on again, or closed for good. */
export type EndOfStop = keyof typeof END_LABELS;

interface StoppedActionsProps {
  readonly onChoose: (end: EndOfStop) => void;
}

/** Beside stopped items, for people who may work on tasks. The page has the dialog, because it outlives the last stopped item. */
export const StoppedActions = ({ onChoose }: StoppedActionsProps) => (
  <Stack direction="row" role="group" aria-label="Actions on stopped items" sx={{ flexWrap: 'wrap', gap: 1 }}>
    <WithMeaning of={END_LABELS.unstop}>
      {(described) => (
        <Button
          {...described}
          variant="outlined"
          onPointerEnter={UnstopItemsDialog.preload}
          onClick={() => onChoose('unstop')}
        >
          {END_LABELS.unstop}
        </Button>
      )}
    </WithMeaning>
    <WithMeaning of={END_LABELS.cancel}>
      {(described) => (
        <Button
          {...described}
          variant="outlined"
          color="error"
          onPointerEnter={CancelItemsDialog.preload}
          onClick={() => onChoose('cancel')}
        >
          {END_LABELS.cancel}
        </Button>
      )}
    </WithMeaning>
  </Stack>
);

interface StoppedDialogProps {
  readonly end: EndOfStop;
  readonly referral: Pick<ReferralDetail, 'referralId' | 'items'>;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** The dialog of a way out of a stop, for all stopped items of the referral. */
export function StoppedDialog({ end, referral, onSettled, onClose }: StoppedDialogProps) {
  const Chosen = end === 'unstop' ? UnstopItemsDialog : CancelItemsDialog;
  return (
    <Chosen
      referralId={referral.referralId}
      items={itemsOf(referral)}
      onSettled={onSettled}
      onClose={onClose}
      onFailed={onClose}
    />
  );
}
