import { CUSTOM_ITEM } from '@throughline/domain';
import { Box, Button, FormControl, FormHelperText, FormLabel, OutlinedInput } from '@mui/material';
import { useId, useState } from 'react';
import type { CartLine } from './order-draft.js';

/** Something that the catalogue does not hold: a name, a description, no options. */
export function CustomItem({ onAdd }: { readonly onAdd: (line: CartLine) => void }) {
  const id = useId();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = asked && name.trim() === '';
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'flex-start', pt: 2 }}>
      <FormControl sx={{ flex: '1 1 180px' }} error={missing}>
        <FormLabel htmlFor={`${id}-name`}>Custom item</FormLabel>
        <OutlinedInput
          id={`${id}-name`}
          size="small"
          value={name}
          onChange={(event) => setName(event.target.value)}
          inputProps={{ 'aria-describedby': `${id}-help` }}
        />
        <FormHelperText id={`${id}-help`}>
          {missing ? 'Item is required.' : 'What is not in the catalogue'}
        </FormHelperText>
      </FormControl>
      <FormControl sx={{ flex: '2 1 220px' }}>
        <FormLabel htmlFor={`${id}-description`}>Description</FormLabel>
        <OutlinedInput
          id={`${id}-description`}
          size="small"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </FormControl>
      <Button
        variant="outlined"
        sx={{ mt: 3 }}
        onClick={() => {
          setAsked(true);
          if (name.trim() === '') return;
          onAdd({
            catalogueId: null,
            itemCategory: CUSTOM_ITEM,
            item: name.trim(),
            option: null,
            hcpcs: null,
            description: description.trim() || null,
            qty: '1',
          });
          setName('');
          setDescription('');
          setAsked(false);
        }}
      >
        Add custom item
      </Button>
    </Box>
  );
}
