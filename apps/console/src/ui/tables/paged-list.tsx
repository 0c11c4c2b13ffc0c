import type { ComponentProps, ReactNode } from 'react';
import { ReadState } from '../page/read-state.js';
import { TablePager, useExistingPage } from './table-pager.js';

interface PagedListProps<Data> extends Omit<ComponentProps<typeof ReadState<Data>>, 'read'> {
  readonly list: ComponentProps<typeof ReadState<Data>>['read'] & { readonly isPlaceholderData: boolean };
  /** Counted from 0. */
  readonly page: number;
  readonly onPage: (page: number, how?: { readonly replace: boolean }) => void;
  /** The noun that the pager counts, for example "referrals". */
  readonly noun: ComponentProps<typeof TablePager>['noun'];
  /** The table. */
  readonly children: (data: Data) => ReactNode;
}

/** A list that is read by pages: the state of its read, the table, and the pager. A page that does not exist leads to the last one. */
export function PagedList<Data extends { readonly rowCount: number; readonly countIsCapped?: boolean | undefined }>({
  list,
  page,
  onPage,
  noun,
  children,
  ...words
}: PagedListProps<Data>) {
  useExistingPage({
    page,
    rowCount: list.isPlaceholderData ? undefined : list.data?.rowCount,
    onPage: (existing) => onPage(existing, { replace: true }),
  });
  return (
    <ReadState {...words} read={list}>
      {(data) => (
        <>
          {children(data)}
          <TablePager
            page={page}
            rowCount={data.rowCount}
            isCapped={data.countIsCapped}
            noun={noun}
            onPage={(next) => onPage(next)}
          />
        </>
      )}
    </ReadState>
  );
}
