import {
  cancelItemsBody,
  type RecertificationDetail,
  type ReferralItem,
  unstopItemsBody,
} from '@throughline/contracts';
import { nameOfItem } from '@throughline/domain';
import { Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { itemActsOn } from '../../../../meanwhile/acts.js';
import { ChangedMeanwhile } from '../../../../meanwhile/changed-meanwhile.js';
import { isChangedMeanwhile, type ReplacingCommand, useRevision } from '../../../../meanwhile/use-replacing.js';
import { BoundText } from '../../../../ui/fields/bound-text.js';
import { CommandDialog } from '../../../../ui/dialogs/command-dialog.js';
import { schemaResolver } from '../../../../ui/fields/schema-resolver.js';
import type { WorkedItem } from './available-actions.js';
import { idsOf, ItemChoice, nameAmong } from './task-fields.js';
import { type WorkState, workStateInWords, workStateOfItem } from '../../../../meanwhile/work-state.js';
import { OpenRenewals, useOpenRenewals } from '../../recertification/open-renewals.js';
import { countOf } from '../../../../ui/words/counts.js';

/**
 * An item of a referral, or a supply with the state of its work. The state of an item is computed in this module, so that the task page does not
 * load the rule before a dialog opens.
 */
type ItemWithState = WorkedItem &
  ({ readonly workState: WorkState } | Pick<ReferralItem, 'currentTask' | 'stoppedReason'>);

const workStateOf = (item: ItemWithState): WorkState => ('workState' in item ? item.workState : workStateOfItem(item));

interface StoppedItemsProps {
  readonly referralId: string;
  /** All items of the referral, in their current state. */
  readonly items: readonly ItemWithState[];
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

interface Typed {
  readonly referralId: string;
  readonly itemIds: number[];
  readonly reason: string;
}

/**
 * The form of a command that ends stops. It lists the items that were stopped when the dialog was opened, each with its reason; the request
 * states which stops its author saw. Stops that changed meanwhile are described, and listed once the person takes them over. `below`: what
 * is said below that.
 */
function useStops<Body extends { readonly itemIds: readonly number[] }>(
  { referralId, items, onSettled, onClose }: StoppedItemsProps,
  schema: Parameters<typeof schemaResolver<Typed, Body>>[0],
  below: ReactNode = null,
) {
  const revision = useRevision<Readonly<Record<string, WorkState>>>(
    Object.fromEntries(items.map((item) => [item.id, workStateOf(item)])),
  );
  const { seen, present } = revision;
  const wasOrIsStopped = (id: string) => [seen[id], present[id]].some((workState) => workState?.status === 'stopped');
  const listed = items.filter(({ id }) => seen[id]?.status === 'stopped');
  const areAny = listed.length > 0;
  const withNotes = listed.map((item) => ({ ...item, note: workStateInWords(seen[item.id]) }));
  const form = useForm<Typed, unknown, Body>({
    defaultValues: { referralId, itemIds: idsOf(listed), reason: '' },
    resolver: schemaResolver(schema),
  });
  const takeOver = () => {
    const left = form.getValues('itemIds').filter((id) => present[id]?.status === 'stopped');
    form.setValue('itemIds', left);
    form.clearErrors('itemIds');
    revision.takeOver();
  };
  const changed = revision.changed.filter(wasOrIsStopped);
  const { clearErrors } = form;
  // Once the page has read the change, the notice describes it, and the error at the field is removed.
  const isSaid = changed.length > 0;
  useEffect(() => {
    if (isSaid) clearErrors('itemIds');
  }, [isSaid, clearErrors]);
  /** Shows at the field by whom and when each item was changed, from the API's answer, until the page has read the change. */
  const refusedAt = (error: Error) => {
    if (!isChangedMeanwhile(error) || isSaid) return null;
    const message = items
      .flatMap((item) => {
        const words = error.errors?.[item.id];
        return words === undefined ? [] : [`${nameOfItem(item)}: ${words}`];
      })
      .join(' ');
    return message === '' ? null : { itemIds: message };
  };
  const withSeen = (body: Body) => ({
    ...body,
    seen: Object.fromEntries(body.itemIds.map((id) => [id, stopOf(seen[id])])),
  });
  const nameOf = (id: string) => nameAmong(items, Number(id));
  const shown = { ...revision, changed, takeOver };
  const notice = (command: ReplacingCommand) => (
    <>
      <ChangedMeanwhile
        revision={shown}
        acts={itemActsOn(referralId)}
        inWords={(id, workStates) => [nameOf(id), workStateInWords(workStates[id])]}
        command={command}
      />
      {areAny ? null : <Typography sx={{ mb: 2 }}>None of the items is stopped any more.</Typography>}
      {below}
    </>
  );
  return {
    withSeen,
    dialog: { form, refusedAt, revision: shown, notice, submitDisabled: !areAny, onSettled, onClose },
    /** Null if none of the items was stopped. */
    choice: areAny ? { name: 'itemIds', items: withNotes } : null,
  };
}

/** The stop of an item, in the form of the request's `seen`. */
const stopOf = ({ reason, stoppedAt }: WorkState = { status: 'removed', reason: null }) =>
  reason === null ? null : { reason, stoppedAt };

/** Cancels stopped items permanently. */
export function CancelItemsDialog(props: StoppedItemsProps) {
  const { dialog, withSeen, choice } = useStops(props, cancelItemsBody);
  return (
    <CommandDialog
      {...dialog}
      endpoint="POST /tasks/cancel-items"
      request={(body) => ({ body: withSeen(body) })}
      doneWords={({ body: { itemIds } }) => `${countOf(itemIds.length, 'item')} canceled`}
      title="Cancel stopped items"
      submitLabel="Cancel items"
      submitColor="error"
      dirty={false}
    >
      {choice ? <ItemChoice {...choice} label="Canceled items cannot be worked on again" /> : null}
    </CommandDialog>
  );
}

interface UnstopItemsProps extends StoppedItemsProps {
  /** The recertification whose supply the items are, if there is one. */
  readonly recertification?: Pick<RecertificationDetail, 'renews' | 'itemCategory'>;
}

const NO_SUPPLY = { renews: null, itemCategory: '' };

/** Resumes stopped items in the tasks in which they were stopped. */
export function UnstopItemsDialog({ recertification, ...props }: UnstopItemsProps) {
  const renewals = useOpenRenewals({ ...(recertification ?? NO_SUPPLY), except: props.referralId });
  const others = <OpenRenewals renewals={renewals} label="Take this one up as well" />;
  const { dialog, withSeen, choice } = useStops(props, unstopItemsBody, others);
  return (
    <CommandDialog
      {...dialog}
      endpoint="POST /tasks/unstop-items"
      request={(body) => ({ body: { ...withSeen(body), besides: renewals.besides } })}
      doneWords={({ body: { itemIds } }) => `${countOf(itemIds.length, 'item')} taken up again`}
      title="Take stopped items up again"
      submitLabel="Take up again"
      dirty={dialog.form.formState.dirtyFields.reason === true}
    >
      {choice ? <ItemChoice {...choice} label="Each goes back to the task that it was stopped in" /> : null}
      <BoundText name="reason" label="Reason" rows={2} help="It is kept in the audit." required />
    </CommandDialog>
  );
}
