import type { LiveRefusal } from '@throughline/contracts';
import type { ComponentProps, ReactNode } from 'react';
import { blockingError } from '../../api/api-error.js';
import { Loading } from '../loading.js';
import { NotLive, NotReadAgain } from '../not-live.js';
import { Page } from '../page.js';
import { ListNews } from './show-updates.js';
import { TablePager, useExistingPage } from './table-pager.js';

interface LiveListPageProps {
  readonly title: string;
  readonly about: string;
  /** The main action. */
  readonly action?: ReactNode;
  readonly list: {
    readonly data: { readonly rowCount: number; readonly countIsCapped?: boolean | undefined } | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
    /** Why the list is not live; null while it is. */
    readonly refusal: LiveRefusal | null;
  };
  /** The messages for a failed read, a failed later read, loading, and for why changes are not shown automatically. */
  readonly words: Readonly<Record<'failed' | 'notReadAgain' | 'loading' | 'still', string>>;
  /** The number of changes that wait until the person shows them. */
  readonly news: number;
  /** Counted from 0. */
  readonly page: number;
  readonly onPage: (page: number, how?: { readonly replace: boolean }) => void;
  /** The noun that the pager counts, for example "referrals". */
  readonly noun: ComponentProps<typeof TablePager>['noun'];
  /** Search and filters. */
  readonly filters: ReactNode;
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
  filters,
  children,
  below,
  ...frame
}: LiveListPageProps) {
  const { data, isPending, isPlaceholderData } = list;
  const readAgain = () => void list.refetch();
  useExistingPage({
    page,
    rowCount: isPlaceholderData ? undefined : data?.rowCount,
    onPage: (existing) => onPage(existing, { replace: true }),
  });
  return (
    <Page
      {...frame}
      width="full"
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
      {filters}
      <ListNews count={news} onShow={readAgain}>
        {words.still}
      </ListNews>
      {isPending ? (
        <Loading label={words.loading} />
      ) : (
        <>
          {children}
          <TablePager
            page={page}
            rowCount={data?.rowCount ?? 0}
            isCapped={data?.countIsCapped}
            noun={noun}
            onPage={(next) => onPage(next)}
          />
        </>
      )}
      {below}
    </Page>
  );
}
