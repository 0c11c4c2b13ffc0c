import type { LiveRefusal } from '@throughline/contracts';
import { Box, Stack } from '@mui/material';
import type { ComponentProps, ReactNode } from 'react';
import { blockingError } from '../../api/api-error.js';
import { onDemand } from '../page/on-demand.js';
import { NotLive, NotReadAgain } from '../page/not-live.js';
import { Page } from '../page/page.js';
import type { ChosenFilter } from './filter-panel.js';
import { PagedList } from './paged-list.js';
import { ListNews, useNewsOfOthers } from './show-updates.js';

const ChosenFilters = onDemand(async () => (await import('./filter-panel.js')).ChosenFilters);

interface LiveListPageProps extends Pick<ComponentProps<typeof PagedList>, 'page' | 'onPage' | 'noun'> {
  readonly title: string;
  /** A sentence about the list, above the table. */
  readonly about: string;
  /** The main action. */
  readonly action?: ReactNode;
  readonly list: {
    readonly isFetching: boolean;
    readonly data: { readonly rowCount: number; readonly countIsCapped?: boolean | undefined } | undefined;
    readonly error: Error | null;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
    /** Why the list is not live; null while it is. */
    readonly refusal: LiveRefusal | null;
  };
  /** The messages for a failed read, a failed later read, loading, and for why changes are not shown automatically. */
  readonly words: Readonly<Record<'failed' | 'notReadAgain' | 'loading' | 'still', string>>;
  /** The number of changes that wait until the person shows them. Own acts are no news: the page that acts reads its list again. */
  readonly news: number;
  /** Search and filters. */
  readonly filters?: ReactNode;
  /** What narrows the list, and how all of it is cleared. */
  readonly narrowed?: { readonly by: readonly ChosenFilter[]; readonly onClear: () => void };
  /** Between the filters and the table. */
  readonly above?: ReactNode;
  /** The table. */
  readonly children: ReactNode;
  /** Dialogs, after everything else. */
  readonly below?: ReactNode;
}

/**
 * A page with a list that is read by pages and followed live. Changes are not shown until the person asks for them, so that rows do not
 * move.
 */
export function LiveListPage({
  list,
  words,
  news,
  page,
  onPage,
  noun,
  about,
  action,
  filters,
  narrowed,
  above,
  children,
  below,
  ...frame
}: LiveListPageProps) {
  const readAgain = () => void list.refetch();
  const newsOfOthers = useNewsOfOthers(news, list.isFetching);
  return (
    <Page
      {...frame}
      isDense
      // Beside the title, so that they stay while the list cannot be read.
      action={
        <>
          {filters === undefined ? null : (
            <Stack
              direction="row"
              component="search"
              aria-label={frame.title}
              sx={{ flex: '1 1 360px', flexWrap: 'wrap', alignItems: 'center', gap: 1, order: { xs: 1, sm: 0 } }}
            >
              {filters}
            </Stack>
          )}
          {action}
        </>
      }
      error={blockingError(list)}
      banner={
        <>
          <NotLive refusal={list.refusal} onRetry={readAgain} />
          <NotReadAgain title={words.notReadAgain} list={list} />
        </>
      }
      errorTitle={words.failed}
      onRetry={readAgain}
    >
      {above}
      <ListNews
        count={newsOfOthers}
        onShow={readAgain}
        filters={narrowed?.by.length ? <ChosenFilters chosen={narrowed.by} onClear={narrowed.onClear} /> : null}
      >
        {about}{' '}
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {words.still}
        </Box>
      </ListNews>
      {/* The page itself shows the error of a read, above the filters. */}
      <PagedList
        list={{ ...list, error: null }}
        failed={words.failed}
        loading={words.loading}
        page={page}
        onPage={onPage}
        noun={noun}
      >
        {() => children}
      </PagedList>
      {below}
    </Page>
  );
}
