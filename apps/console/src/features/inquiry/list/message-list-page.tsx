import { Box, Tab, Tabs } from '@mui/material';
import { useAtom } from 'jotai';
import { blockingError } from '../../../api/api-error.js';
import { Coming } from '../../../ui/coming.js';
import { DataTable } from '../../../ui/tables/data-table.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { useFocusKept } from '../../../ui/focus.js';
import { NotLive, NotReadAgain } from '../../../ui/not-live.js';
import { onDemand } from '../../../ui/on-demand.js';
import { Page } from '../../../ui/page.js';
import { ListNews } from '../../../ui/tables/show-updates.js';
import { TablePager, useExistingPage } from '../../../ui/tables/table-pager.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { INQUIRY_COLUMNS, settlingAtom } from './inquiry-columns.js';
import { useInquiries } from './use-inquiries.js';

const SettleInquiry = onDemand(async () => (await import('./settle-dialogs.js')).SettleInquiry);

const DEFAULTS = { show: 'open', page: 0 };

/** /messages: what was sent by Contact Us and Help & Suggestions, due first, until somebody answers or closes it. */
export function MessageListPage() {
  const [view, setView] = useUrlState(DEFAULTS);
  const [settling, setSettling] = useAtom(settlingAtom);
  const show = view.show === 'done' ? 'done' : 'open';
  const list = useInquiries({ show, page: view.page });
  const { data, live } = list;
  useExistingPage({
    page: view.page,
    rowCount: list.isPlaceholderData ? undefined : data?.rowCount,
    onPage: (page) => setView({ page }, { replace: true }),
  });
  const close = () => setSettling(null);
  const focusKept = useFocusKept();
  return (
    <Page
      title="Messages"
      about="From Contact Us and Help & Suggestions. Each is answered within two working days."
      width="full"
      error={blockingError(list)}
      banner={
        <>
          <NotLive refusal={list.refusal} onRetry={() => void list.refetch()} />
          <NotReadAgain title="Error loading messages" list={list} />
        </>
      }
      errorTitle="Failed to load messages"
      onRetry={() => void list.refetch()}
    >
      <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
        <Tabs
          value={show}
          onChange={(_, next: string) => setView({ show: next, page: 0 })}
          aria-label="Open or done messages"
        >
          <Tab value="open" label="Open" />
          <Tab value="done" label="Done" />
        </Tabs>
      </Box>
      <ListNews count={live.arrived} onShow={() => void list.refetch()}>
        New messages wait until you choose Show updates.
      </ListNews>
      {list.isPending ? (
        <Coming label="Messages are loading" />
      ) : (
        <Box {...focusKept}>
          <DataTable
            caption="Messages"
            columns={INQUIRY_COLUMNS}
            rows={live.rows}
            rowKey={({ inquiryId }) => inquiryId}
            busy={list.isFetching}
            mark={({ status }) =>
              (status === 'open') === (show === 'open')
                ? null
                : { kind: 'finished', words: status === 'open' ? 'Open again' : 'Done' }
            }
            empty={
              show === 'open' ? (
                <EmptyState title="No message waits">
                  Messages appear here as soon as somebody sends one by Contact Us or Help & Suggestions.
                </EmptyState>
              ) : (
                <EmptyState title="No message is done yet">Answered and closed messages are kept here.</EmptyState>
              )
            }
          />
          <TablePager
            page={view.page}
            rowCount={data?.rowCount ?? 0}
            noun="messages"
            onPage={(page) => setView({ page })}
          />
        </Box>
      )}
      {settling ? (
        <SettleInquiry
          {...settling}
          present={live.rows.find(({ inquiryId }) => inquiryId === settling.inquiry.inquiryId)}
          changedAt={live.changedAt.get(settling.inquiry.inquiryId)}
          onSettled={() => void list.refetch()}
          onClose={close}
          onFailed={close}
        />
      ) : null}
    </Page>
  );
}
