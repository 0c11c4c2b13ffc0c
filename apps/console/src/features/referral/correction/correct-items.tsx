import {
  correctItemsBody,
  itemsOf,
  type ReferralDetail,
  type ReferralItem,
  type RequestOf,
} from '@throughline/contracts';
import { ORDER_FORMS } from '@throughline/domain';
import { Box, Button, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../../api/api-error.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { ChoiceField } from '../../../ui/choice-field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextField } from '../../../ui/text-field.js';
import { nameOfLine } from '../order-form/cart.js';
import { showField } from '../order-form/faults.js';
import { emptyDraft, type OrderDraft } from '../order-form/order-draft.js';
import { ItemsSection } from '../order-form/sections/items-section.js';
import { itemsQuery, referralQuery } from '../queries.js';
import { CHANGED_MEANWHILE } from './correct-section.js';
import { correctionForm } from './correction-draft.js';

type Body = RequestOf<'POST /items/update-referral-items/{id}'>['body'];

/** What the person changed of an item; everything else stays as it is. */
interface Edit {
  readonly qty?: string;
  /** Id of the option. */
  readonly option?: string;
  readonly deleted?: boolean;
}

interface CorrectItemsProps {
  /** As it was when the dialog was opened: what the person saw. */
  readonly referral: ReferralDetail;
  readonly onClose: () => void;
}

/** Corrects the items of an order: quantity and option of each, removed and restored, and further items from the catalogue. */
export function CorrectItems({ referral: opened, onClose }: CorrectItemsProps) {
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
  const correct = useCommand('POST /items/update-referral-items/{id}', {
    onSuccess: async () => {
      toast('Items corrected');
      onClose();
      await queries.invalidateQueries(referralQuery(referral.referralId));
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== CHANGED_MEANWHILE) return;
      setFaults(error.errors ?? {});
      const { queryKey, queryFn } = referralQuery(referral.referralId);
      setReferral(await queries.fetchQuery({ queryKey, queryFn: queryFn!, staleTime: 0 }));
    },
  });
  const edit = (id: number, change: Edit) => {
    setEdits((before) => ({ ...before, [id]: { ...before[id], ...change } }));
    setFaults({});
  };
  const optionOf = ({ catalogueId }: ReferralItem, optionId: string) =>
    catalogue.find(({ id }) => id === catalogueId)?.options.find(({ id }) => id === optionId) ?? null;
  const edited = items.flatMap((item) => {
    const { qty, option, deleted } = edits[item.id] ?? {};
    if (qty === undefined && option === undefined && deleted === undefined) return [];
    const chosen = option === undefined ? undefined : optionOf(item, option);
    return [{ id: item.id, qty, option: chosen, deleted }];
  });
  const lines = added.map(({ image: _, ...line }) => line);
  const submit = () => {
    const body: Body = { items: [...edited, ...lines], parentId: referral.corrections ?? 0 };
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
    correct.mutate({ params: { id: referral.referralId }, body });
  };
  return (
    <FormDialog
      open
      title="Correct items"
      about="An added item goes to the task Select Items. A removed item leaves its task and can be restored."
      submitLabel="Save correction"
      submitDisabled={edited.length === 0 && lines.length === 0}
      dirty={edited.length > 0 || lines.length > 0}
      busy={correct.isPending}
      error={correct.error}
      errorTitle="The correction was not saved"
      onClose={onClose}
      onSubmit={submit}
    >
      <Box component="ul" aria-label="Items of the order" sx={LIST}>
        {items.map((item) => (
          <ItemLine
            key={item.id}
            item={item}
            edit={edits[item.id] ?? {}}
            options={catalogue.find(({ id }) => id === item.catalogueId)?.options ?? []}
            faults={faults}
            onEdit={(change) => edit(item.id, change)}
          />
        ))}
        {added.map((line, index) => (
          <Line
            key={`${nameOfLine(line)} ${index}`}
            name={nameOfLine(line)}
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
    </FormDialog>
  );
}

const NO_MEMBER = emptyDraft(ORDER_FORMS.general).memberInfo;
const idOf = (path: string) => path.replaceAll('.', '-');

const LIST = { listStyle: 'none', p: 0, m: 0, mb: 4 } as const;
/** Name, option, quantity, action; on a phone the name has a row of its own. */
const LINE = {
  display: 'grid',
  columnGap: 2,
  rowGap: 1,
  m: 0,
  px: 0,
  py: 2,
  minWidth: 0,
  alignItems: 'start',
  border: 0,
  borderBottom: 1,
  borderColor: 'divider',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 96px', sm: 'minmax(0, 1fr) 176px 80px 96px' },
} as const;
const OPTION = { gridColumn: { xs: '1 / -1', sm: 2 } };
const QUANTITY = { gridColumn: { xs: 1, sm: 3 } };
/** Level with the fields, whose labels are above them. */
const ACTION = { gridColumn: { xs: 2, sm: 4 }, mt: 3 };

interface ItemLineProps {
  readonly item: ReferralItem;
  readonly edit: Edit;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly faults: Readonly<Record<string, string>>;
  readonly onEdit: (change: Edit) => void;
}

/** A fault of the removal is shown under the quantity, because a button has no place for one. */
function ItemLine({ item, edit, options, faults, onEdit }: ItemLineProps) {
  const { id, currentTask } = item;
  const name = nameOfLine({ ...item, qty: '' });
  const faultOf = (field: string) => faults[`items.${id}.${field}`];
  if (currentTask !== null && currentTask.completedDate !== null && currentTask.name !== 'Stopped')
    return <Line name={name} about={`Quantity ${item.qty}, delivered: it is no longer changed`} />;
  if (edit.deleted ?? item.deleted) {
    return (
      <Line name={name} about={faultOf('deleted') ?? 'Removed'} isRemoved>
        <Button sx={ACTION} onClick={() => onEdit({ deleted: false })}>
          Restore
        </Button>
      </Line>
    );
  }
  return (
    <Line name={name} about={item.itemCategory}>
      {options.length > 0 ? (
        <ChoiceField
          id={idOf(`items.${id}.option`)}
          label="Option"
          choices={options.map((option) => ({ value: option.id, label: option.name }))}
          emptyLabel={item.option === null ? 'Choose' : null}
          value={edit.option ?? item.option?.id ?? ''}
          error={faultOf('option')}
          onChange={(option) => onEdit({ option })}
          sx={OPTION}
        />
      ) : null}
      <TextField
        id={idOf(`items.${id}.qty`)}
        label="Quantity"
        inputMode="numeric"
        value={edit.qty ?? String(item.qty)}
        error={faultOf('qty') ?? faultOf('deleted')}
        onChange={(qty) => onEdit({ qty })}
        sx={QUANTITY}
      />
      <Button color="error" sx={ACTION} onClick={() => onEdit({ deleted: true })}>
        Remove
      </Button>
    </Line>
  );
}

interface LineProps {
  readonly name: string;
  readonly about: string;
  readonly isRemoved?: boolean;
  readonly children?: ReactNode;
}

/** An item with its fields: a group, by which they are told apart. */
function Line({ name, about, isRemoved = false, children }: LineProps) {
  return (
    <Box component="li">
      <Box role="group" aria-label={name} sx={LINE}>
        <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', sm: 1 } }}>
          <Typography sx={{ overflowWrap: 'anywhere', ...(isRemoved && { textDecoration: 'line-through' }) }}>
            {name}
          </Typography>
          <Typography variant="body2" color={isRemoved ? 'error' : 'textSecondary'}>
            {about}
          </Typography>
        </Box>
        {children}
      </Box>
    </Box>
  );
}
