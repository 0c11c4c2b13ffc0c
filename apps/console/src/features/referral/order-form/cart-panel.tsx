import { nameOfItem, type OrderForm } from '@throughline/domain';
import { Alert, Box, Button, IconButton, OutlinedInput, Paper, Typography } from '@mui/material';
import { useRef } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { X } from '../../../ui/icons/icons.js';
import { announce } from '../../../ui/announcer.js';
import { useFocusAfterRemoval } from '../../../ui/focus.js';
import { Meaning } from '../../../ui/words/meaning.js';
import { useCatalogueWords } from '../catalogue-words.js';
import { brokenRules, limitOfAll, notAvailableIn, piecesOf } from './cart.js';
import { fieldId } from '../../../ui/fields/field-faults.js';
import { ItemPicture } from './item-picture.js';
import type { CartLine, OrderDraft } from './order-draft.js';
import { useOrderRules } from './order-faults.js';
import english from '../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('order-form', english);

/** From this width on the cart is beside the form. Below it, the cart is under the form. */
export const BESIDE = '@media (min-width: 1000px)';
export const ONLY_BESIDE = { display: 'none', [BESIDE]: { display: 'flex' } } as const;

export const ORDER_HEADING = 'your-order';

interface CartPanelProps {
  readonly form: OrderForm;
  /** Lines that are not offered in the member's state, each with the reason. */
  readonly unavailable: ReadonlyMap<CartLine, string>;
  readonly stateName: string;
  /** What is left to fix of the faults of the last submit. */
  readonly faultCount: number;
  readonly onShowFaults: () => void;
}

/** The cart, the rules that it breaks, and Submit. If the cart is under the form, Submit is in the bar instead. */
export function CartPanel({ form, unavailable, stateName, faultCount, onShowFaults }: CartPanelProps) {
  const t = useTexts();
  const words = useWords();
  const { setValue } = useFormContext<OrderDraft>();
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  const { errors } = useFormState<OrderDraft>({ name: 'items' });
  const rules = useOrderRules(items.length > 0);
  const broken = items.length === 0 ? [] : brokenRules(items, form);
  const counted = limitOfAll(form);
  /** The number of unavailable items that another state offers. */
  const elsewhere = [...unavailable.values()].filter((why) => why === notAvailableIn(stateName)).length;
  const change = (next: CartLine[]) => setValue('items', next, { shouldDirty: true, shouldValidate: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const { list, removing } = useFocusAfterRemoval<HTMLUListElement>(items.length, heading);
  const remove = (index: number, line: CartLine) => {
    removing(index);
    change(items.toSpliced(index, 1));
    announce(t('itemRemoved', { item: nameOfItem(line, words) }));
  };
  return (
    <Paper variant="outlined" component="section" aria-labelledby={ORDER_HEADING} sx={PANEL}>
      <Typography id={ORDER_HEADING} variant="h3" component="h2" ref={heading} tabIndex={-1}>
        {t('yourOrder')}
      </Typography>
      {items.length === 0 ? (
        <Typography color="textSecondary" sx={{ my: 2 }}>
          {t('nothing')}
        </Typography>
      ) : (
        <Box
          component="ul"
          ref={list}
          tabIndex={0}
          aria-label={t('yourItems')}
          sx={{ listStyle: 'none', p: 0, my: 2, overflowY: 'auto', minHeight: 0 }}
        >
          {items.map((line, index) => (
            <Line
              key={`${line.catalogueId ?? line.item}-${line.option?.id ?? ''}-${index}`}
              line={line}
              id={fieldId(`items.${index}.qty`)}
              faults={[
                ...new Set([unavailable.get(line), rules?.faultOfLine(line) ?? errors.items?.[index]?.qty?.message]),
              ].filter((fault) => fault !== undefined)}
              onQty={(qty) => change(items.map((other, at) => (at === index ? { ...other, qty } : other)))}
              onRemove={() => remove(index, line)}
            />
          ))}
        </Box>
      )}
      {counted ? (
        <Typography variant="body2" color="textSecondary" data-figures sx={{ mb: 1 }}>
          {t(counted.least ? 'casesChosen' : 'itemsChosen', {
            count: piecesOf(items, counted.itemCategory),
            most: counted.most,
          })}
        </Typography>
      ) : null}
      {elsewhere > 0 ? (
        <Alert severity="error" sx={{ mb: 1 }}>
          {t('unavailable', { count: elsewhere, state: words(stateName) })}
        </Alert>
      ) : null}
      {unavailable.size > elsewhere ? (
        <Alert severity="error" sx={{ mb: 1 }}>
          {t('notOffered', { count: unavailable.size - elsewhere })}
        </Alert>
      ) : null}
      {[...new Set(broken.map(({ message }) => message))].map((message) => (
        <Alert key={message} severity="error" sx={{ mb: 1 }}>
          {words(message)}
        </Alert>
      ))}
      {/* The button is not disabled while the order is sent, so that the dialog can return the focus to it. A second submit is ignored. */}
      <Button type="submit" variant="contained" size="large" fullWidth sx={ONLY_BESIDE}>
        {t('submit')}
      </Button>
      {/* Below, because it goes when the last field is left, which a press on Submit does: a button that moved then would not be clicked. */}
      {faultCount > 0 ? (
        <Button onClick={onShowFaults} color="error" fullWidth sx={{ ...ONLY_BESIDE, mt: 1 }}>
          {t('toFix', { count: faultCount })}
        </Button>
      ) : null}
    </Paper>
  );
}

/** Beside the form the panel is limited to the window's height, so that Submit is visible even with a long list. */
const PANEL = {
  p: { xs: 2, sm: 3 },
  display: 'flex',
  flexDirection: 'column',
  [BESIDE]: { maxHeight: 'calc(100vh - 96px)' },
} as const;

const LINE_COLUMNS = '40px minmax(0, 1fr) 76px 32px';

interface LineProps {
  readonly line: CartLine;
  readonly id: string;
  readonly faults: readonly string[];
  readonly onQty: (qty: string) => void;
  readonly onRemove: () => void;
}

function Line({ line, id, faults, onQty, onRemove }: LineProps) {
  const t = useTexts();
  const words = useWords();
  const { words: said, langOf } = useCatalogueWords(line.catalogueId === null);
  const name = nameOfItem(line, said);
  const hcpcs = line.option?.hcpcs ?? line.hcpcs;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: LINE_COLUMNS,
        gap: 1,
        alignItems: 'center',
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <ItemPicture category={line.itemCategory} image={line.image} size={40} />
      <Box sx={{ minWidth: 0 }}>
        <Typography lang={langOf(line.item)} sx={{ overflowWrap: 'anywhere' }}>
          {said(line.item)}
        </Typography>
        <Typography variant="body2" color="textSecondary" lang={line.option ? langOf(line.option.name) : undefined}>
          {line.option ? said(line.option.name) : null}
          {line.option && hcpcs ? ' · ' : null}
          {hcpcs ? (
            <Meaning of="HCPCS" isPlain>
              {hcpcs}
            </Meaning>
          ) : null}
          {line.option || hcpcs ? null : words(line.itemCategory)}
        </Typography>
        <Typography id={`${id}-help`} variant="body2" color="error" component="div">
          {faults.map((fault) => (
            <div key={fault}>{words(fault)}</div>
          ))}
        </Typography>
      </Box>
      <OutlinedInput
        id={id}
        size="small"
        value={line.qty}
        error={faults.length > 0}
        onChange={(event) => onQty(event.target.value)}
        inputProps={{
          'aria-label': t('quantity', { name }),
          'aria-invalid': faults.length > 0,
          'aria-describedby': `${id}-help`,
          inputMode: 'numeric',
          style: { textAlign: 'right' },
        }}
      />
      <IconButton aria-label={t('remove', { name })} onClick={onRemove} size="small">
        <X size={16} aria-hidden />
      </IconButton>
    </Box>
  );
}
