import type { OrderForm } from '@throughline/domain';
import { Alert, Box, Button, GlobalStyles, IconButton, OutlinedInput, Paper, Typography } from '@mui/material';
import { useRef } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { X } from '../../../ui/icons/icons.js';
import { announce } from '../../../ui/announcer.js';
import { useFocusAfterRemoval } from '../../../ui/focus.js';
import { PAGE_EDGE } from '../../../theme/theme.js';
import { brokenRules, nameOfLine, notAvailableIn } from './cart.js';
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

const ORDER_HEADING = 'your-order';

interface CartPanelProps {
  readonly form: OrderForm;
  /** Lines that are not offered in the member's state. */
  readonly unavailable: readonly CartLine[];
  readonly stateName: string;
  /** The number of fields that were wrong at the last submit. */
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
  const change = (next: CartLine[]) => setValue('items', next, { shouldDirty: true, shouldValidate: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const { list, removing } = useFocusAfterRemoval<HTMLUListElement>(items.length, heading);
  const remove = (index: number, line: CartLine) => {
    removing(index);
    change(items.toSpliced(index, 1));
    announce(t('itemRemoved', { item: nameOfLine(line) }));
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
                ...new Set([
                  unavailable.includes(line) ? notAvailableIn(stateName) : undefined,
                  rules?.faultOfLine(line) ?? errors.items?.[index]?.qty?.message,
                ]),
              ].filter((fault) => fault !== undefined)}
              onQty={(qty) => change(items.map((other, at) => (at === index ? { ...other, qty } : other)))}
              onRemove={() => remove(index, line)}
            />
          ))}
        </Box>
      )}
      {unavailable.length > 0 ? (
        <Alert severity="error" sx={{ mb: 1 }}>
          {t('unavailable', { count: unavailable.length, state: stateName })}
        </Alert>
      ) : null}
      {[...new Set(broken.map(({ message }) => message))].map((message) => (
        <Alert key={message} severity="error" sx={{ mb: 1 }}>
          {words(message)}
        </Alert>
      ))}
      {faultCount > 0 ? (
        <Button onClick={onShowFaults} color="error" fullWidth sx={{ ...ONLY_BESIDE, mb: 1 }}>
          {t('toFix', { count: faultCount })}
        </Button>
      ) : null}
      {/* The button is not disabled while the order is sent, so that the dialog can return the focus to it. A second submit is ignored. */}
      <Button type="submit" variant="contained" size="large" fullWidth sx={ONLY_BESIDE}>
        {t('submit')}
      </Button>
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
  const isWrong = faults.length > 0;
  const name = nameOfLine(line);
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
        <Typography sx={{ overflowWrap: 'anywhere' }}>{line.item}</Typography>
        <Typography variant="body2" color="textSecondary">
          {[line.option?.name, line.option?.hcpcs ?? line.hcpcs].filter(Boolean).join(' · ') ||
            words(line.itemCategory)}
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
        error={isWrong}
        onChange={(event) => onQty(event.target.value)}
        inputProps={{
          'aria-label': t('quantity', { name }),
          'aria-invalid': isWrong,
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

interface OrderBarProps {
  /** The number of fields that were wrong at the last submit. */
  readonly faultCount: number;
  readonly onShowFaults: () => void;
}

/**
 * A bar with the number of items, the faults and Submit, for a cart under the form. It is at the bottom of the window while any of the form
 * is in view, and after the form's end it has its own space, so that it covers nothing.
 */
export function OrderBar({ faultCount, onShowFaults }: OrderBarProps) {
  const t = useTexts();
  const { length } = useWatch<OrderDraft, 'items'>({ name: 'items' });
  return (
    <Box component="section" aria-label={t('summary')} sx={BAR}>
      <GlobalStyles styles={KEPT_FREE} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }}>
        {length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {t('nothingYet')}
          </Typography>
        ) : (
          <Button size="small" onClick={showOrder} sx={IN_BAR}>
            {t('inOrder', { count: length })}
          </Button>
        )}
        {faultCount > 0 ? (
          <Button size="small" color="error" onClick={onShowFaults} sx={IN_BAR}>
            {t('toFix', { count: faultCount })}
          </Button>
        ) : null}
      </Box>
      <Button type="submit" variant="contained" size="large">
        {t('submit')}
      </Button>
    </Box>
  );
}

function showOrder(): void {
  const heading = document.getElementById(ORDER_HEADING);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

const IN_BAR = { px: 0, minHeight: 24 };

const BAR = {
  position: 'sticky',
  bottom: 0,
  zIndex: 'appBar',
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minHeight: 64,
  mx: { xs: -PAGE_EDGE.xs, sm: -PAGE_EDGE.sm },
  px: PAGE_EDGE,
  pt: 1,
  pb: 'max(8px, env(safe-area-inset-bottom))',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  [BESIDE]: { display: 'none' },
} as const;

/** Scrolls a focused element to above the bar. */
const KEPT_FREE = {
  html: { scrollPaddingBottom: 'calc(88px + env(safe-area-inset-bottom))', [BESIDE]: { scrollPaddingBottom: 0 } },
};
