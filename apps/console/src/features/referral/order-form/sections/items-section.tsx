import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { announce } from '../../../../ui/announcer.js';
import { onDemand, sayNotLoaded } from '../../../../ui/on-demand.js';
import { itemsQuery } from '../../queries.js';
import { addToCart, customLine, holdsLine, nameOfLine } from '../cart.js';
import { fieldId, showField } from '../../../../ui/field-faults.js';
import { FormSection, FormText, type SectionProps } from '../form-fields.js';
import type { CartLine, OrderDraft } from '../order-draft.js';
import { loadOrderRules } from '../order-faults.js';
import { InOrder } from '../item-picture.js';

/** Loaded when somebody has entered the form: nothing is offered before the member's state is known. */
const ItemPicker = onDemand(async () => (await import('../item-picker.js')).ItemPicker);
export const { preload: preloadItemPicker } = ItemPicker;

/** The picker: by group, searched, 15 a page. What is offered depends on the form and on the member's state. */
export function ItemsSection({ form }: SectionProps) {
  const { getValues, setValue } = useFormContext<OrderDraft>();
  const state = useWatch<OrderDraft, 'memberInfo.state'>({ name: 'memberInfo.state' });
  const { data: offered, error, refetch } = useQuery(itemsQuery(form, state));
  const [isMissing, setMissing] = useState(false);
  const takesCustom = form.itemCategory === null;
  const add = (line: CartLine) => {
    setValue('items', addToCart(getValues('items'), line), { shouldDirty: true, shouldValidate: true });
    announce(`${nameOfLine(line)} added to your order`);
  };
  return (
    <FormSection title="Items">
      <Box sx={{ gridColumn: '1 / -1' }} id="items" tabIndex={-1}>
        {state === '' ? (
          <Typography color="textSecondary">
            Member state required. Choose the state of the delivery address to see what can be ordered there.
          </Typography>
        ) : error !== null ? (
          <NotLoaded words={error.message} onRetry={() => void refetch()} />
        ) : isMissing ? (
          <NotLoaded words="The items could not be shown." onRetry={() => setMissing(false)} />
        ) : offered === undefined ? (
          LOADING
        ) : (
          <ItemPicker
            key={state}
            meanwhile={LOADING}
            onFailed={() => setMissing(true)}
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

const LOADING: ReactNode = (
  <Typography color="textSecondary" aria-busy>
    Loading items…
  </Typography>
);

function NotLoaded({ words, onRetry }: { readonly words: string; readonly onRetry: () => void }) {
  return (
    <Typography role="alert" color="error">
      {words} <Button onClick={onRetry}>Retry</Button>
    </Typography>
  );
}

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
