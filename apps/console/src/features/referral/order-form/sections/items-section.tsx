import type { ItemsByCategory } from '@throughline/contracts';
import { Box, Button, Chip, FormLabel, OutlinedInput, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { announce } from '../../../../ui/announcer.js';
import { TablePager } from '../../../../ui/table-pager.js';
import { itemsQuery } from '../../api/list-items.js';
import { addToCart } from '../cart.js';
import { CustomItem } from '../custom-item.js';
import { FormSection, type SectionProps } from '../form-section.js';
import { groupsOf, pageOfItems, PICKER_PAGE_SIZE } from '../item-pages.js';
import { OfferedItem } from '../offered-item.js';
import type { CartLine, OrderDraft } from '../order-draft.js';

/** The picker: by group, searched, 15 a page. What is offered depends on the form and on the member's state. */
export function ItemsSection({ form }: SectionProps) {
  const { getValues, setValue } = useFormContext<OrderDraft>();
  const state = useWatch<OrderDraft, 'memberInfo.state'>({ name: 'memberInfo.state' });
  const { data: offered, error, refetch } = useQuery(itemsQuery(form, state));
  const takesCustom = form.itemCategory === null;
  const add = (line: CartLine) => {
    setValue('items', addToCart(getValues('items'), line), { shouldDirty: true, shouldValidate: true });
    announce(`${line.item} added to your order`);
  };
  return (
    <FormSection title="Items">
      <Box sx={{ gridColumn: '1 / -1' }} id="items" tabIndex={-1}>
        {state === '' ? (
          <Typography color="textSecondary">
            Member state required. Choose the state of the delivery address to see what can be ordered there.
          </Typography>
        ) : error !== null ? (
          <Typography role="alert" color="error">
            {error.message} <Button onClick={() => void refetch()}>Retry</Button>
          </Typography>
        ) : offered === undefined ? (
          <Typography color="textSecondary" aria-busy>
            Loading items…
          </Typography>
        ) : (
          <Picker
            key={state}
            offered={offered}
            otherwise={takesCustom ? ', or add a custom item below' : ''}
            onAdd={add}
          />
        )}
        {takesCustom ? <CustomItem onAdd={add} /> : null}
      </Box>
    </FormSection>
  );
}

interface PickerProps {
  readonly offered: ItemsByCategory;
  /** What else to do where no item matches. */
  readonly otherwise: string;
  readonly onAdd: (line: CartLine) => void;
}

function Picker({ offered, otherwise, onAdd }: PickerProps) {
  const id = useId();
  const [group, setGroup] = useState('');
  const [search, setSearch] = useState('');
  const [wanted, setWanted] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const groups = groupsOf(offered);
  const { items, page, count } = pageOfItems(offered, { group, search, page: wanted });
  // The buttons stand below fifteen items: the next ones are read from their top.
  const turnTo = (next: number) => {
    setWanted(next);
    list.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      {groups.length > 1 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }} role="group" aria-label="Item category">
          {['', ...groups].map((name) => (
            <Chip
              key={name}
              label={name === '' ? 'All' : name}
              clickable
              color={group === name ? 'primary' : 'default'}
              variant={group === name ? 'filled' : 'outlined'}
              aria-pressed={group === name}
              onClick={() => {
                setGroup(name);
                setWanted(0);
              }}
            />
          ))}
        </Box>
      ) : null}
      <FormLabel htmlFor={`${id}-search`}>Search items</FormLabel>
      <OutlinedInput
        id={`${id}-search`}
        size="small"
        fullWidth
        placeholder="Name, size or HCPCS"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setWanted(0);
        }}
      />
      <Typography variant="body2" color="textSecondary" role="status" sx={{ mt: 1 }}>
        {count === 0 ? `No items match. Clear the search${otherwise}.` : `${count} ${count === 1 ? 'item' : 'items'}`}
      </Typography>
      <Box
        component="ul"
        ref={list}
        aria-label="Items that can be ordered"
        sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, scrollMarginTop: 72 }}
      >
        {items.map((item) => (
          <OfferedItem key={item.id} item={item} onAdd={onAdd} />
        ))}
      </Box>
      <TablePager page={page} rowCount={count} pageSize={PICKER_PAGE_SIZE} noun="items" onPage={turnTo} />
    </>
  );
}
