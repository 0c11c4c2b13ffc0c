import { Box, Button } from '@mui/material';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { announce } from '../../../ui/announcer.js';
import { sayNotLoaded } from '../../../ui/on-demand.js';
import { customLine, holdsLine } from './cart.js';
import { showField } from './faults.js';
import { fieldId, FormText } from './form-fields.js';
import { InOrder } from './item-picture.js';
import type { CartLine, OrderDraft } from './order-draft.js';
import { loadOrderRules } from './order-rules.js';

/** Adds an item that is not in the catalogue. What is typed here is part of the draft. */
export function CustomItem({ onAdd }: { readonly onAdd: (line: CartLine) => void }) {
  const { getValues, setError, setValue, clearErrors } = useFormContext<OrderDraft>();
  const [added, setAdded] = useState<CartLine | null>(null);
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  const add = async () => {
    const rules = await loadOrderRules().catch(sayNotLoaded);
    if (!rules) return;
    const typed = getValues('customItem');
    const faults = rules.customItemFaults(typed);
    setAdded(null);
    for (const { path, message } of faults) {
      // As on blur, so that the error disappears while it is corrected.
      setValue(path, getValues(path), { shouldTouch: true });
      setError(path, { type: 'rule', message });
    }
    if (faults[0] !== undefined) {
      // Also announced, because the field may have had the focus already.
      showField(fieldId(faults[0].path));
      announce(faults[0].message);
      return;
    }
    const line = customLine(typed);
    onAdd(line);
    setAdded(line);
    setValue('customItem.name', '');
    setValue('customItem.description', '');
    clearErrors('customItem');
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // The focus for the next custom item. A refused item moves it to its wrong field.
    document.getElementById(fieldId('customItem.name'))?.focus();
    void add();
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
      <FormText name="customItem.name" label="Custom item" help="An item that is not in the catalogue" />
      <FormText name="customItem.description" label="Custom item description" />
      <Button variant="outlined" sx={{ mt: { sm: 3 } }} onClick={() => void add()}>
        Add custom item
      </Button>
      {added === null || !holdsLine(items, added) ? null : (
        <Box sx={{ gridColumn: '1 / -1', mt: -1 }}>
          <InOrder>Added · {added.item}</InOrder>
        </Box>
      )}
    </Box>
  );
}
