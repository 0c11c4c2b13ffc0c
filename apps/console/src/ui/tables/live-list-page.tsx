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
    /** Why it is not live; null while it is. */
    readonly refusal: LiveRefusal | null;
  };
  /** Nothing was read, it could not be read again, it is loading, and why what is new is not shown by itself. */
  readonly words: Readonly<Record<'failed' | 'notReadAgain' | 'loading' | 'still', string>>;
  /** How many changes wait until the person chooses to see them. */
  readonly news: number;
  /** From 0. */
  readonly page: number;
  readonly onPage: (page: number, how?: { readonly replace: boolean }) => void;
  /** What the pager counts: "referrals". */
  readonly noun: ComponentProps<typeof TablePager>['noun'];
  /** Search and filters. */
  readonly filters: ReactNode;
  /** The table. */
  readonly children: ReactNode;
  /** Below everything: dialogs. */
  readonly below?: ReactNode;
}

/** A page of a list that is read page by page and followed live: a busy list stays calm until the person asks for what is new. */
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
