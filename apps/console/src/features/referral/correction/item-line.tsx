import type { ReferralItem } from '@throughline/contracts';
import { nameOfItem } from '@throughline/domain';
import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { type WorkState, workStateInWords } from '../../../meanwhile/work-state.js';
import type { Edit } from './correction-draft.js';

export const idOf = (path: string) => path.replaceAll('.', '-');

/** Columns for name, option, quantity and button. On a phone the name has a row of its own. */
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
export const QUANTITY = { gridColumn: { xs: 1, sm: 3 } };
/** The margin aligns the button with the fields, which have a label above them. */
export const ACTION = { gridColumn: { xs: 2, sm: 4 }, mt: 3 };

/** Whether changes of an item are not saved, because it is delivered or canceled, or because it is removed and not restored. */
export const cannotChange = ({ currentTask, deleted }: ReferralItem, edit: Edit | undefined): boolean =>
  (currentTask !== null && currentTask.completedDate !== null) || (deleted === true && edit?.deleted !== false);

const isTyped = ({ qty, option }: Edit) => qty !== undefined || option !== undefined;
const NOT_SAVED = 'what you have entered for it is not saved';

interface ItemLineProps {
  readonly item: ReferralItem;
  /** The item's present state. */
  readonly workState: WorkState | undefined;
  readonly edit: Edit;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly faults: Readonly<Record<string, string>>;
  readonly onEdit: (change: Edit) => void;
}

/** The fields of an item. An error about its removal is shown under the quantity, because a button has no place for it. */
export function ItemLine({ item, workState, edit, options, faults, onEdit }: ItemLineProps) {
  const { id, currentTask } = item;
  const name = nameOfItem(item);
  const faultOf = (field: string) => faults[`items.${id}.${field}`];
  if (currentTask !== null && currentTask.completedDate !== null) {
    const how = currentTask.name === 'Stopped' ? 'canceled' : 'delivered';
    const typed = isTyped(edit) ? `, and ${NOT_SAVED}` : '';
    return <Line name={name} about={`Quantity ${item.qty}, ${how}: it is no longer changed${typed}`} />;
  }
  if (edit.deleted ?? item.deleted) {
    return (
      <Line name={name} about={faultOf('deleted') ?? (isTyped(edit) ? `Removed: ${NOT_SAVED}` : 'Removed')} isRemoved>
        <Button sx={ACTION} onClick={() => onEdit({ deleted: false })}>
          Restore
        </Button>
      </Line>
    );
  }
  return (
    <Line
      name={name}
      about={
        workState?.status === 'stopped' ? `${item.itemCategory}, ${workStateInWords(workState)}` : item.itemCategory
      }
    >
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

/** An item with its fields in a group, whose label names the item. */
export function Line({ name, about, isRemoved = false, children }: LineProps) {
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
