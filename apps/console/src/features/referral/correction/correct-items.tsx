import {
  correctItemsBody,
  itemsOf,
  type ReferralDetail,
  type ReferralItem,
  type RequestOf,
} from '@throughline/contracts';
import { nameOfItem, ORDER_FORMS } from '@throughline/domain';
import { Box, Button } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../../api/api-error.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { TextField } from '../../../ui/fields/text-field.js';

import { showField } from '../../../ui/fields/field-faults.js';
import { emptyDraft, type OrderDraft } from '../order-form/order-draft.js';
import { ItemsSection } from '../order-form/sections/items-section.js';
import { itemsQuery, referralQuery } from '../queries.js';
import { CorrectedSince, isAboutItems } from '../../../correction/corrected-since.js';
import { itemActsOn } from '../../../meanwhile/acts.js';
import { CORRECTION_WORDS } from '../../../correction/correction-dialog.js';
import { ChangedMeanwhile } from '../../../meanwhile/changed-meanwhile.js';
import { type WorkState, workStateInWords, workStateOfItem } from '../../../meanwhile/work-state.js';
import { errorBeside, isChangedMeanwhile, useRevision } from '../../../meanwhile/use-replacing.js';
import { correctionForm, type Edit, replacedBy } from './correction-draft.js';
import { ACTION, cannotChange, idOf, ItemLine, Line, QUANTITY } from './item-line.js';

type Body = RequestOf<'POST /items/update-referral-items/{id}'>['body'];

interface CorrectItemsProps {
  /** The referral as it was when the dialog was opened. */
  readonly referral: ReferralDetail;
  /** The referral as it is now. */
  readonly latest: ReferralDetail;
  readonly onClose: () => void;
}

/** Corrects the items of an order: changes quantities and options, removes and restores items, and adds items from the catalogue. */
export function CorrectItems({ referral: opened, latest, onClose }: CorrectItemsProps) {
  const correction = useItemsCorrection(opened, latest);
  const { referral, isEmpty, workStates, changedItems, nameOf } = correction;
  return (
    <CommandDialog
      {...CORRECTION_WORDS}
      submit={correction.submit}
      onRefused={correction.onRefused}
      endpoint="POST /items/update-referral-items/{id}"
      request={() => ({ params: { id: referral.referralId }, body: correction.body })}
      doneWords="Items corrected"
      reads={[referralQuery(referral.referralId).queryKey]}
      errorOf={(error) => refusalOf(errorBeside({ changed: changedItems }, error), changedItems)}
      title="Correct items"
      about="An added item goes to the task Select Items. A removed item leaves its task and can be restored."
      submitDisabled={isEmpty}
      dirty={!isEmpty}
      onClose={onClose}
      notice={(command) => (
        <>
          <CorrectedSince
            caseId={referral.referralId}
            seen={referral.corrections ?? 0}
            present={latest.corrections ?? 0}
            isOfDialog={isAboutItems}
            nameOf={(id) => nameOf(String(id))}
            busy={command.isPending}
          />
          <ChangedMeanwhile
            revision={{ ...workStates, changed: changedItems, takeOver: correction.takeOver }}
            acts={itemActsOn(referral.referralId)}
            inWords={(id, of) => [nameOf(id), workStateInWords(of[id])]}
            command={command}
          />
        </>
      )}
    >
      <ItemsFields correction={correction} />
    </CommandDialog>
  );
}

/** The changed and the added items with their faults, and what others have done to the items since the dialog was opened. */
function useItemsCorrection(opened: ReferralDetail, latest: ReferralDetail) {
  const queries = useQueryClient();
  const [referral, setReferral] = useState(opened);
  const [edits, setEdits] = useState<Readonly<Record<number, Edit>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const picker = useForm<OrderDraft>({
    defaultValues: {
      ...emptyDraft(ORDER_FORMS.general),
      memberInfo: { ...NO_MEMBER, state: referral.memberInfo.state },
    },
  });
  const added = useWatch({ control: picker.control, name: 'items' });
  const form = correctionForm(referral);
  const { data: offered } = useQuery(itemsQuery(form, referral.memberInfo.state));
  const catalogue = Object.values(offered ?? {}).flat();
  const items = itemsOf(referral);
  const { workStates, changedItems, nameOf } = useWorkStates(latest);
  const { queryKey, queryFn } = referralQuery(referral.referralId);
  const onRefused = async (error: Error) => {
    // Shows the present items if the refusal says that one was changed, removed or finished meanwhile, so that it can be restored where
    // that is possible.
    if (!isChangedMeanwhile(error) && !isOver(error)) return;
    setFaults(error.errors ?? {});
    const now = await queries.fetchQuery({ queryKey, queryFn: queryFn!, staleTime: 0 }).catch(() => null);
    if (now === null) return;
    if (isOver(error)) setFaults(replacedBy(edits, { before: referral, now }));
    setReferral(now);
  };
  const edit = (id: number, change: Edit) => {
    setEdits((before) => ({ ...before, [id]: { ...before[id], ...change } }));
    setFaults({});
  };
  const optionOf = ({ catalogueId }: ReferralItem, optionId: string) =>
    catalogue.find(({ id }) => id === catalogueId)?.options.find(({ id }) => id === optionId) ?? null;
  const takeOver = () => {
    workStates.takeOver();
    setFaults(replacedBy(edits, { before: referral, now: latest }));
    setReferral(latest);
  };
  const edited = items.flatMap((item) => {
    const { qty, option, deleted } = edits[item.id] ?? {};
    if (cannotChange(item, edits[item.id])) return [];
    if (qty === undefined && option === undefined && deleted === undefined) return [];
    const chosen = option === undefined ? undefined : optionOf(item, option);
    // `stoppedReason: null` states that the item was not stopped when the person saw it. The API refuses the correction if it was stopped
    // since.
    const notStopped = workStates.seen[item.id]?.status !== 'stopped' && { stoppedReason: null };
    return [{ id: item.id, qty, option: chosen, deleted, ...notStopped }];
  });
  const lines = added.map(({ image: _, ...line }) => line);
  const body: Body = { items: [...edited, ...lines], parentId: referral.corrections ?? 0 };
  const submit = (send: (given: undefined) => void) => () => {
    const wrong = correctItemsBody.safeParse(body).error?.issues ?? [];
    const found = Object.fromEntries(
      wrong.map(({ path: [, index], message }) => {
        const at = Number(index);
        return [at < edited.length ? `items.${edited[at]?.id}.qty` : `added.${at - edited.length}.qty`, message];
      }),
    );
    setFaults(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return showField(idOf(first));
    send(undefined);
  };
  return {
    referral,
    items,
    catalogue,
    form,
    picker,
    added,
    edits,
    edit,
    faults,
    body,
    submit,
    onRefused,
    workStates,
    changedItems,
    takeOver,
    nameOf,
    isEmpty: edited.length === 0 && lines.length === 0,
  };
}

/** The state of each item, now and when the dialog was opened. `changedItems`: the items that others have stopped or taken up since. */
function useWorkStates(latest: ReferralDetail) {
  const workStates = useRevision<Readonly<Record<string, WorkState>>>(
    Object.fromEntries(itemsOf(latest).map((item) => [item.id, workStateOfItem(item)])),
  );
  const nameOf = (id: string) => {
    const item = itemsOf(latest).find((one) => String(one.id) === id);
    return item ? nameOfItem(item) : `Item ${id}`;
  };
  // Removals are corrections, and are shown in the notice of corrections.
  const isRemoval = (id: string) =>
    [workStates.seen[id], workStates.present[id]].some((workState) => workState?.status === 'removed');
  const changedItems = workStates.changed.filter((id) => !isRemoval(id));
  return { workStates, changedItems, nameOf };
}

/** The items of the order, those to be added, and the catalogue to add from. */
function ItemsFields({ correction }: { readonly correction: ReturnType<typeof useItemsCorrection> }) {
  const { items, workStates, catalogue, form, picker, added, edits, edit, faults } = correction;
  return (
    <div>
      <Box component="ul" aria-label="Items of the referral" sx={LIST}>
        {items.map((item) => (
          <ItemLine
            key={item.id}
            item={item}
            workState={workStates.present[item.id]}
            edit={edits[item.id] ?? {}}
            options={catalogue.find(({ id }) => id === item.catalogueId)?.options ?? []}
            faults={faults}
            onEdit={(change) => edit(item.id, change)}
          />
        ))}
        {added.map((line, index) => (
          <Line
            key={`${nameOfItem(line)} ${index}`}
            name={nameOfItem(line)}
            about={`${line.itemCategory}, to be added`}
          >
            <TextField
              id={idOf(`added.${index}.qty`)}
              label="Quantity"
              value={line.qty}
              inputMode="numeric"
              error={faults[`added.${index}.qty`]}
              onChange={(qty) => picker.setValue(`items.${index}.qty`, qty)}
              sx={QUANTITY}
            />
            <Button color="inherit" sx={ACTION} onClick={() => picker.setValue('items', added.toSpliced(index, 1))}>
              Do not add
            </Button>
          </Line>
        ))}
      </Box>
      <FormProvider {...picker}>
        <ItemsSection form={form} />
      </FormProvider>
    </div>
  );
}

/** Replaces the API's message about a stopped item: the notice in the dialog already says who stopped it and what to do. */
const refusalOf = (error: Error | null, changedItems: readonly string[]) =>
  error instanceof ApiError && error.code === 'item-task/stopped-otherwise' && changedItems.length > 0
    ? error.inWords('An item that you have changed was stopped meanwhile. Nothing was saved.')
    : error;

const isOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['referral/item-removed', 'referral/item-finished'].includes(error.code);

const NO_MEMBER = emptyDraft(ORDER_FORMS.general).memberInfo;
const LIST = { listStyle: 'none', p: 0, m: 0, mb: 4 } as const;
