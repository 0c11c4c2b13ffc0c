import { Box, Button } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { announce } from '../../../ui/announcer.js';
import { customLine } from './cart.js';
import { showField } from './faults.js';
import { fieldId, FormText } from './form-fields.js';
import type { CartLine, OrderDraft } from './order-draft.js';
import { customItemFaults } from './validate-order.js';

/** Something that the catalogue does not hold: a name, a description, no options. What is typed here is part of the draft. */
export function CustomItem({ onAdd }: { readonly onAdd: (line: CartLine) => void }) {
  const { getValues, setError, setValue, clearErrors } = useFormContext<OrderDraft>();
  const add = () => {
    const typed = getValues('customItem');
    const faults = customItemFaults(typed);
    for (const { path, message } of faults) {
      // As if it was left: the fault goes while it is mended.
      setValue(path, getValues(path), { shouldTouch: true });
      setError(path, { type: 'rule', message });
    }
    if (faults[0] !== undefined) {
      // In the middle of the screen, its words with it; aloud, as the focus may have been there already.
      showField(fieldId(faults[0].path));
      announce(faults[0].message);
      return;
    }
    onAdd(customLine(typed));
    setValue('customItem.name', '');
    setValue('customItem.description', '');
    clearErrors('customItem');
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // Where another one begins, or, where this one is refused, at its fault.
    document.getElementById(fieldId('customItem.name'))?.focus();
    add();
  };
  return (
    <Box
      onKeyDown={addByEnter}
      sx={{
        display: 'grid',
        gap: 2,
        pt: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '2fr 3fr auto' },
      }}
    >
      <FormText name="customItem.name" label="Custom item" help="What is not in the catalogue" />
      <FormText name="customItem.description" label="Custom item description" />
      <Button variant="outlined" sx={{ mt: { sm: 3 } }} onClick={add}>
        Add custom item
      </Button>
    </Box>
  );
}
