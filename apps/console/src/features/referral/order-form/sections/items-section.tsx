import { nameOfItem } from '@throughline/domain';
import { Box, Button, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { announce } from '../../../../ui/announcer.js';
import { onDemand, toastNotLoaded } from '../../../../ui/page/on-demand.js';
import { itemsQuery } from '../../queries.js';
import { addToCart, customLine, hasLine } from '../cart.js';
import { fieldId, showField } from '../../../../ui/fields/field-faults.js';
import { FormText } from '../form-fields.js';
import { FormSection, type SectionProps } from './form-section.js';
import type { CartLine, OrderDraft } from '../order-draft.js';
import { loadOrderRules } from '../order-faults.js';
import { InOrder } from '../item-picture.js';
import english from '../../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf, useWords } from '../../../../language/language.js';

const useTexts = textsOf('order-form', english);

/** The picker's code is loaded when somebody has entered the form, because nothing is offered before the member's state is known. */
const ItemPicker = onDemand(async () => (await import('../item-picker.js')).ItemPicker);
export const { preload: preloadItemPicker } = ItemPicker;

/** The items on offer, which depend on the form and on the member's state, and the field for a custom item. */
export function ItemsSection({ form }: SectionProps) {
  const t = useTexts();
  const words = useWords();
  const { getValues, setValue } = useFormContext<OrderDraft>();
  const state = useWatch<OrderDraft, 'memberInfo.state'>({ name: 'memberInfo.state' });
  const offer = itemsQuery(form, state);
  const { data: offered, error, refetch } = useQuery(offer);
  const queries = useQueryClient();
  /** Reads the offer again, because an administrator may have changed it since the form was opened. */
  const follow = () => {
    if (offered !== undefined) void queries.prefetchQuery(offer);
  };
  const [isMissing, setMissing] = useState(false);
  const takesCustom = form.itemCategory === null;
  const add = (line: CartLine) => {
    setValue('items', addToCart(getValues('items'), line), { shouldDirty: true, shouldValidate: true });
    announce(t('itemAdded', { item: nameOfItem(line, words) }));
  };
  return (
    <FormSection section="items" title={t('items')}>
      <Box sx={{ gridColumn: '1 / -1' }} id="items" tabIndex={-1} onFocus={follow} onPointerEnter={follow}>
        {state === '' ? (
          <Typography color="textSecondary">{t('stateFirst')}</Typography>
        ) : error !== null && offered === undefined ? (
          <NotLoaded message={words(error.message)} onRetry={() => void refetch()} />
        ) : isMissing ? (
          <NotLoaded message={t('notShown')} onRetry={() => setMissing(false)} />
        ) : offered === undefined ? (
          <Loading />
        ) : (
          <ItemPicker
            key={state}
            fallback={<Loading />}
            onFailed={() => setMissing(true)}
            offered={offered}
            takesCustom={takesCustom}
            onAdd={add}
          />
        )}
        {takesCustom ? <CustomItem onAdd={add} /> : null}
      </Box>
    </FormSection>
  );
}

function Loading() {
  const t = useTexts();
  return (
    <Typography color="textSecondary" aria-busy>
      {t('loading')}
    </Typography>
  );
}

function NotLoaded({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  const t = useTexts();
  return (
    <Typography role="alert" color="error">
      {message} <Button onClick={onRetry}>{t('retry')}</Button>
    </Typography>
  );
}

/** On a phone the fields are below each other. */
const CUSTOM_COLUMNS = { xs: '1fr', sm: '2fr 3fr auto' };

/** Adds an item that is not in the catalogue. The typed text is part of the draft. */
export function CustomItem({ onAdd }: { readonly onAdd: (line: CartLine) => void }) {
  const t = useTexts();
  const words = useWords();
  const { getValues, setError, setValue, clearErrors } = useFormContext<OrderDraft>();
  const [added, setAdded] = useState<CartLine | null>(null);
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  const add = async () => {
    const rules = await loadOrderRules().catch(toastNotLoaded);
    if (!rules) return;
    const typed = getValues('customItem');
    const faults = rules.customItemFaults(typed);
    setAdded(null);
    for (const { path, message } of faults) {
      // Marks the field as touched, so that it is validated while the error is corrected.
      setValue(path, getValues(path), { shouldTouch: true });
      setError(path, { type: 'rule', message });
    }
    if (faults[0] !== undefined) {
      // The error is also announced, because the field may already have the focus.
      showField(fieldId(faults[0].path));
      announce(words(faults[0].message));
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
    // Moves the focus to where the next custom item is typed. If the item is refused, `add` moves the focus to the wrong field.
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
        gridTemplateColumns: CUSTOM_COLUMNS,
      }}
    >
      <FormText name="customItem.name" label={t('custom')} help={t('customHelp')} />
      <FormText name="customItem.description" label={t('customAbout')} />
      <Button variant="outlined" sx={{ mt: { sm: 3 } }} onClick={() => void add()}>
        {t('addCustom')}
      </Button>
      {added === null || !hasLine(items, added) ? null : (
        <Box sx={{ gridColumn: '1 / -1', mt: -1 }}>
          <InOrder>{t('added', { item: added.item })}</InOrder>
        </Box>
      )}
    </Box>
  );
}
