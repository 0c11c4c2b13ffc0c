import { CUSTOM_ITEM } from '@throughline/domain';
import { Box, Button } from '@mui/material';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormText } from './form-fields.js';
import type { CartLine, OrderDraft } from './order-draft.js';

/** Something that the catalogue does not hold: a name, a description, no options. What is typed here is part of the draft. */
export function CustomItem({ onAdd }: { readonly onAdd: (line: CartLine) => void }) {
  const { getValues, setError, setValue, clearErrors } = useFormContext<OrderDraft>();
  const [added, setAdded] = useState(0);
  const add = () => {
    const { name, description } = getValues('customItem');
    if (name.trim() === '') {
      setError('customItem.name', { type: 'rule', message: 'Item is required.' });
      return;
    }
    onAdd({
      catalogueId: null,
      itemCategory: CUSTOM_ITEM,
      item: name.trim(),
      option: null,
      hcpcs: null,
      description: description.trim() || null,
      qty: '1',
    });
    setValue('customItem', { name: '', description: '' });
    clearErrors('customItem');
    setAdded(added + 1);
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
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
      <FormText key={`name ${added}`} name="customItem.name" label="Custom item" help="What is not in the catalogue" />
      <FormText key={`description ${added}`} name="customItem.description" label="Custom item description" />
      <Button variant="outlined" sx={{ mt: { sm: 3 } }} onClick={add}>
        Add custom item
      </Button>
    </Box>
  );
}
