import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { announce } from '../../../../ui/announcer.js';
import { onDemand } from '../../../../ui/on-demand.js';
import { itemsQuery } from '../../queries.js';
import { addToCart, nameOfLine } from '../cart.js';
import { CustomItem } from '../custom-item.js';
import { FormSection, type SectionProps } from '../form-fields.js';
import type { CartLine, OrderDraft } from '../order-draft.js';

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
