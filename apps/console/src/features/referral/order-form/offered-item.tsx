import type { CatalogueItemView } from '@throughline/contracts';
import { Box, Button, FormHelperText, MenuItem, Select, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { lineOf } from './cart.js';
import { ItemPicture } from './item-picture.js';
import type { CartLine } from './order-draft.js';

interface OfferedItemProps {
  readonly item: CatalogueItemView;
  readonly onAdd: (line: CartLine) => void;
}

/** One item of the picker. Where it has options, one must be chosen before it can be added. */
export function OfferedItem({ item, onAdd }: OfferedItemProps) {
  const [optionId, setOptionId] = useState('');
  const [asked, setAsked] = useState(false);
  const id = useId();
  const needsOption = item.options.length > 0 && optionId === '';
  const hcpcs = item.options.find((option) => option.id === optionId)?.hcpcs ?? item.hcpcs;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 2,
        py: 1.5,
        alignItems: 'flex-start',
        flexWrap: 'wrap',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <ItemPicture category={item.itemCategory} image={item.image} alt={item.imageAlt} size={56} />
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography id={id} sx={{ fontWeight: 600 }}>
          {item.item}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {item.description}
          {hcpcs === null ? '' : ` · ${hcpcs}`}
        </Typography>
      </Box>
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          alignItems: 'flex-start',
          // On a phone an option has a line of its own, under the words.
          ...(item.options.length > 0 && { flexBasis: { xs: '100%', sm: 'auto' }, pl: { xs: '72px', sm: 0 } }),
        }}
      >
        {item.options.length > 0 ? (
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Select
              size="small"
              displayEmpty
              value={optionId}
              error={asked && needsOption}
              onChange={(event) => setOptionId(event.target.value)}
              inputProps={{ 'aria-label': `Option of ${item.item}` }}
              sx={{ width: { xs: '100%', sm: 150 } }}
            >
              <MenuItem value="" disabled>
                Choose option
              </MenuItem>
              {item.options.map((option) => (
                <MenuItem key={option.id} value={option.id}>
                  {option.name}
                </MenuItem>
              ))}
            </Select>
            {asked && needsOption ? (
              <FormHelperText error role="alert">
                Choose an option first
              </FormHelperText>
            ) : null}
          </Box>
        ) : null}
        <Button
          variant="outlined"
          aria-describedby={id}
          onClick={() => {
            setAsked(true);
            if (needsOption) return;
            onAdd(lineOf(item, optionId === '' ? null : optionId));
            setAsked(false);
          }}
        >
          Add
        </Button>
      </Box>
    </Box>
  );
}
