import { UHC_CODES_ALPHANUMERIC } from '@throughline/contracts';
import { Box, Chip, FormHelperText, FormLabel, OutlinedInput } from '@mui/material';
import { useRef } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { announce } from '../../../../ui/announcer.js';
import { addUhcCodes, removeUhcCode, uhcCodeList } from '../cart.js';
import type { OrderDraft } from '../order-draft.js';
import english from '../../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf, useWords } from '../../../../language/language.js';

const useTexts = textsOf('order-form', english);

/** The UHC codes as chips. Enter adds a code; Backspace in the empty field or Delete on a chip removes one. */
export function UhcCodes() {
  const t = useTexts();
  const words = useWords();
  const { setValue } = useFormContext<OrderDraft>();
  const codes = useWatch<OrderDraft, 'uhcCodes'>({ name: 'uhcCodes' });
  const { errors } = useFormState<OrderDraft>({ name: 'uhcCodes' });
  const error = errors.uhcCodes?.message;
  const typed = useWatch<OrderDraft, 'uhcTyped'>({ name: 'uhcTyped' });
  const input = useRef<HTMLInputElement>(null);
  const list = uhcCodeList(codes);
  const put = (next: string, validate = error !== undefined) =>
    setValue('uhcCodes', next, { shouldDirty: true, shouldValidate: validate });
  const remove = (code: string) => {
    put(removeUhcCode(codes, code));
    // The chip that had the focus disappears.
    input.current?.focus();
  };
  // Text that is no code stays in the field, with an error.
  const add = () => {
    const added = addUhcCodes(codes, typed);
    setValue('uhcTyped', added.refused);
    put(added.codes, error !== undefined || added.refused !== '');
    if (added.refused !== '') announce(words(UHC_CODES_ALPHANUMERIC));
  };
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <FormLabel htmlFor="uhcCodes">{t('codes')}</FormLabel>
      <OutlinedInput
        id="uhcCodes"
        size="small"
        fullWidth
        inputRef={input}
        error={error !== undefined}
        value={typed}
        onChange={(event) => {
          setValue('uhcTyped', event.target.value);
          put(codes);
        }}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            add();
          }
          const last = list.at(-1);
          if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last);
        }}
        inputProps={{ 'aria-describedby': 'uhcCodes-help', 'aria-invalid': error !== undefined }}
      />
      <FormHelperText id="uhcCodes-help" error={error !== undefined}>
        {error === undefined ? t('codesHelp') : words(error)}
      </FormHelperText>
      <Box
        component="ul"
        aria-label={t('codeList')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 0, m: 0, listStyle: 'none' }}
      >
        {list.map((code) => (
          <li key={code}>
            <Chip size="small" label={code} onDelete={() => remove(code)} aria-label={t('code', { code })} />
          </li>
        ))}
      </Box>
    </Box>
  );
}
