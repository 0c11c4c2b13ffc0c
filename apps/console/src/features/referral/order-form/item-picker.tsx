import type { CatalogueItemView, ItemsByCategory } from '@throughline/contracts';
import {
  Box,
  Button,
  Chip,
  FormHelperText,
  FormLabel,
  MenuItem,
  OutlinedInput,
  Select,
  Typography,
} from '@mui/material';
import { useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { TablePager } from '../../../ui/tables/table-pager.js';
import { Meaning } from '../../../ui/words/meaning.js';
import { useCatalogueWords } from '../catalogue-words.js';
import { lineOf, orderedOf } from './cart.js';
import { InOrder, ItemPicture } from './item-picture.js';
import { groupsOf, pageOfItems, PICKER_PAGE_SIZE } from './offered-items.js';
import type { CartLine, OrderDraft } from './order-draft.js';
import english from '../../../../texts/en/item-picker.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../../language/language.js';

const useTexts = textsOf('item-picker', english);

interface ItemPickerProps {
  readonly offered: ItemsByCategory;
  /** Whether the form accepts custom items, which the message without a match then mentions. */
  readonly takesCustom: boolean;
  readonly onAdd: (line: CartLine) => void;
}

export function ItemPicker({ offered, takesCustom, onAdd }: ItemPickerProps) {
  const t = useTexts();
  const { words } = useCatalogueWords();
  const id = useId();
  const cart = useWatch<OrderDraft, 'items'>({ name: 'items' });
  const [group, setGroup] = useState('');
  const [search, setSearch] = useState('');
  const [wanted, setWanted] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const groups = groupsOf(offered);
  const { items, page, count } = pageOfItems(offered, { group, search, page: wanted, words });
  const firstWithCode = items.find(({ hcpcs }) => hcpcs !== null);
  // The pager is below the items, so a new page is scrolled to its top.
  const turnTo = (next: number) => {
    setWanted(next);
    list.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      {groups.length > 1 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }} role="group" aria-label={t('category')}>
          {['', ...groups].map((name) => (
            <Chip
              key={name}
              label={name === '' ? t('all') : words(name)}
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
      <FormLabel htmlFor={`${id}-search`}>{t('search')}</FormLabel>
      <OutlinedInput
        id={`${id}-search`}
        size="small"
        fullWidth
        placeholder={t('searchFor')}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setWanted(0);
        }}
      />
      <Typography variant="body2" color="textSecondary" role="status" sx={{ mt: 1 }}>
        {count > 0 ? t('count', { count }) : t(takesCustom ? 'noneOrCustom' : 'none')}
      </Typography>
      <Box
        component="ul"
        ref={list}
        aria-label={t('list')}
        sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, scrollMarginTop: 72 }}
      >
        {items.map((item) => (
          <OfferedItem
            key={item.id}
            item={item}
            explainsCode={item === firstWithCode}
            ordered={orderedOf(cart, item.id)}
            onAdd={onAdd}
          />
        ))}
      </Box>
      <TablePager page={page} rowCount={count} pageSize={PICKER_PAGE_SIZE} noun="items" onPage={turnTo} />
    </>
  );
}

interface OfferedItemProps {
  readonly item: CatalogueItemView;
  /** The ordered quantity of the item, over all its options. */
  readonly ordered: number;
  /** Whether the Tab key stops at the code, to say what it is: in a list, at the first. */
  readonly explainsCode: boolean;
  readonly onAdd: (line: CartLine) => void;
}

/** One item of the picker. If it has options, one must be chosen before Add. The result of Add is shown under the button. */
export function OfferedItem({ item, ordered, explainsCode, onAdd }: OfferedItemProps) {
  const t = useTexts();
  const { words, langOf } = useCatalogueWords();
  const [optionId, setOptionId] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const [added, setAdded] = useState(false);
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
      <ItemPicture
        category={item.itemCategory}
        image={item.image}
        alt={useLanguage() === 'en' ? item.imageAlt : ''}
        size={56}
      />
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <Typography id={id} lang={langOf(item.item)} sx={{ fontWeight: 600 }}>
          {words(item.item)}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          <span lang={langOf(item.description)}>{words(item.description)}</span>
          {hcpcs === null ? null : (
            <>
              {' · '}
              <Meaning of="HCPCS" isPlain={!explainsCode}>
                {`HCPCS ${hcpcs}`}
              </Meaning>
            </>
          )}
        </Typography>
      </Box>
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          ml: 'auto',
          alignItems: 'flex-start',
          // On a phone the option is on a separate line, under the text.
          ...(item.options.length > 0 && { flexBasis: { xs: '100%', sm: 'auto' }, pl: { xs: '72px', sm: 0 } }),
        }}
      >
        {item.options.length > 0 ? (
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Select
              size="small"
              displayEmpty
              value={optionId}
              error={hasTried && needsOption}
              onChange={(event) => {
                setOptionId(event.target.value);
                setAdded(false);
              }}
              inputProps={{ 'aria-label': t('optionOf', { item: words(item.item) }) }}
              sx={{ width: { xs: '100%', sm: 272 } }}
            >
              <MenuItem value="" disabled>
                {t('chooseOption')}
              </MenuItem>
              {item.options.map((option) => (
                <MenuItem key={option.id} value={option.id} lang={langOf(option.name)}>
                  {words(option.name)}
                </MenuItem>
              ))}
            </Select>
            {hasTried && needsOption ? (
              <FormHelperText error role="alert">
                {t('chooseFirst')}
              </FormHelperText>
            ) : null}
          </Box>
        ) : null}
        <Button
          variant="outlined"
          aria-describedby={`${id} ${id}-ordered`}
          onClick={() => {
            setHasTried(true);
            if (needsOption) return;
            onAdd(lineOf(item, optionId === '' ? null : optionId));
            setHasTried(false);
            setAdded(true);
          }}
        >
          {t('add')}
        </Button>
      </Box>
      <Box id={`${id}-ordered`} sx={{ flexBasis: '100%', mt: -1, '&:empty': { display: 'none' } }}>
        {ordered > 0 ? <InOrder>{t(added ? 'added' : 'inOrder', { count: ordered })}</InOrder> : null}
      </Box>
    </Box>
  );
}
