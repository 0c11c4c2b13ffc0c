import { PAGE_SIZE } from '@throughline/contracts';
import { Button, Stack, Typography } from '@mui/material';
import { ChevronLeft, ChevronRight } from '../icons/page-icons.js';
import { useEffect, useLayoutEffect, useRef } from 'react';
import english from '../../../texts/en/list.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('list', english);

/** The noun that the pager's text counts. */
type Noun = 'acts' | 'files' | 'items' | 'messages' | 'notes' | 'people' | 'referrals' | 'tasks';

interface PageRead {
  /** Counted from 0. */
  readonly page: number;
  readonly pageSize?: number;
  /** Undefined until this page of the list was read. */
  readonly rowCount: number | undefined;
  readonly onPage: (page: number) => void;
}

/** Goes to the last page if the page in the address does not exist, because rows were removed or the address is old. */
export function useExistingPage({ page, pageSize = PAGE_SIZE, rowCount, onPage }: PageRead): void {
  const lastPage = rowCount === undefined ? page : Math.max(0, Math.ceil(rowCount / pageSize) - 1);
  useEffect(() => {
    if (page > lastPage) onPage(lastPage);
  }, [page, lastPage, onPage]);
}

interface TablePagerProps {
  /** Counted from 0. */
  readonly page: number;
  readonly rowCount: number;
  /** There are more rows than the pager can reach. */
  readonly isCapped?: boolean | undefined;
  readonly pageSize?: number;
  readonly onPage: (page: number) => void;
  readonly noun: Noun;
}

export function TablePager({ page, rowCount, isCapped = false, pageSize = PAGE_SIZE, onPage, noun }: TablePagerProps) {
  const t = useTexts();
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const turned = useRef(false);
  const first = page * pageSize + 1;
  const last = Math.min(rowCount, first + pageSize - 1);
  const isFirst = page === 0;
  const isLast = last >= rowCount;
  const turnTo = (wanted: number) => {
    turned.current = true;
    onPage(wanted);
  };
  // On the first and the last page the pressed button is disabled, so the other one gets the focus, without scrolling.
  useLayoutEffect(() => {
    if (turned.current && isFirst !== isLast) (isFirst ? next : previous).current?.focus({ preventScroll: true });
    turned.current = false;
  }, [page, isFirst, isLast]);
  if (rowCount === 0) return null;
  return (
    <Stack
      component="nav"
      aria-label={t('pages')}
      direction="row"
      sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1, pt: 1 }}
    >
      <Typography variant="body2" color="textSecondary">
        {t(isCapped ? 'capped' : 'rows', { first, last, counted: t(noun, { count: rowCount }) })}
        {isCapped && isLast ? t('searchMore') : ''}
      </Typography>
      <Stack direction="row" spacing={1}>
        <Button
          ref={previous}
          size="small"
          disabled={isFirst}
          onClick={() => turnTo(page - 1)}
          startIcon={<ChevronLeft size={16} aria-hidden />}
        >
          {t('previous')}
        </Button>
        <Button
          ref={next}
          size="small"
          disabled={isLast}
          onClick={() => turnTo(page + 1)}
          endIcon={<ChevronRight size={16} aria-hidden />}
        >
          {t('next')}
        </Button>
      </Stack>
    </Stack>
  );
}
