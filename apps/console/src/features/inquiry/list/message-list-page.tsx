import { Box, Tab, Tabs } from '@mui/material';
import { useAtom } from 'jotai';
import { DataTable } from '../../../ui/tables/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { useFocusKept } from '../../../ui/focus.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { LiveListPage } from '../../../ui/tables/live-list-page.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { INQUIRY_COLUMNS, settlingAtom } from './inquiry-columns.js';
import { useInquiries } from './use-inquiries.js';

const SettleInquiry = onDemand(async () => (await import('./settle-dialogs.js')).SettleInquiry);

const DEFAULTS = { show: 'open', page: 0 };

/**
 * /messages: the messages sent by Contact Us and Help & Suggestions. Open ones are sorted by due day, until somebody answers or closes
 * them.
 */
export function MessageListPage() {
  const [view, setView] = useUrlState(DEFAULTS);
  const [settling, setSettling] = useAtom(settlingAtom);
  const show = view.show === 'done' ? 'done' : 'open';
  const list = useInquiries({ show, page: view.page });
  const { live } = list;
  const close = () => setSettling(null);
  const focusKept = useFocusKept();
  return (
    <LiveListPage
      title="Messages"
      about="From Contact Us and Help & Suggestions. Each is answered within two working days."
      list={list}
      words={{
        failed: 'Failed to load messages',
        notReadAgain: 'Error loading messages',
        loading: 'Messages are loading',
        still: 'New messages wait until you choose Show updates.',
      }}
      news={live.arrived}
      page={view.page}
      onPage={(page, how) => setView({ page }, how)}
      noun="messages"
      above={
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
      }
      below={
        settling ? (
          <SettleInquiry
            {...settling}
            present={live.rows.find(({ inquiryId }) => inquiryId === settling.inquiry.inquiryId)}
            changedAt={live.changedAt.get(settling.inquiry.inquiryId)}
            onSettled={() => void list.refetch()}
            onClose={close}
            onFailed={close}
          />
        ) : null
      }
    >
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
      </Box>
    </LiveListPage>
  );
}
