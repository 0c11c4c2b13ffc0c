import { QUEUE_TABS, type QueueTab } from '@throughline/contracts';
import { Box, Stack, Tab, Tabs } from '@mui/material';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { Hint } from '../../../ui/hints/hint.js';
import { useUnreadNotes } from '../../../live/use-unread-notes.js';

export const TAB_LABELS: Readonly<Record<QueueTab, string>> = {
  unassigned: 'Unassigned',
  mine: 'Mine',
  'on-hold': 'On hold',
  overdue: 'Overdue',
  open: 'All open',
  completed: 'Completed',
};

interface QueueTabsProps {
  readonly tab: QueueTab;
  readonly counts: Readonly<Record<QueueTab, number>> | undefined;
  readonly onChange: (tab: QueueTab) => void;
}

/**
 * The tabs of the queue with their counts, and the link to notes that need action. The completed tab has the last `COMPLETED_DAYS` days.
 */
export function QueueTabs(props: QueueTabsProps) {
  return (
    <Stack direction="row" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <TaskTabs {...props} />
      <NotesToActOn />
    </Stack>
  );
}

/** The address of the notes that need action, oldest first. */
export const NOTES_TO_ACT_ON = '/notes?action=true&order=asc';

const NO_REFERRALS: readonly string[] = [];

/**
 * A link to the Notes list, oldest first, where staff work the notes that need action. It stands apart from the tabs: a note has no task, so
 * the filters of the queue cannot count it.
 */
function NotesToActOn() {
  const { actionNeeded } = useUnreadNotes(NO_REFERRALS);
  return (
    <Hint text="All notes that need action: search and filters do not apply.">
      {(described) => (
        <PageLink to={NOTES_TO_ACT_ON} {...described}>
          Notes to act on
          {actionNeeded === undefined ? null : <Count of={actionNeeded} />}
        </PageLink>
      )}
    </Hint>
  );
}

function TaskTabs({ tab, counts, onChange }: QueueTabsProps) {
  return (
    <Tabs
      value={tab}
      onChange={(_, next: QueueTab) => onChange(next)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label="Parts of the queue"
      sx={{ minWidth: 0 }}
    >
      {QUEUE_TABS.map((value) => (
        <Tab
          key={value}
          value={value}
          id={`queue-tab-${value}`}
          aria-controls="queue-panel"
          label={
            <span>
              {TAB_LABELS[value]} {counts ? <Count of={counts[value]} urgent={value === 'overdue'} /> : null}
            </span>
          }
        />
      ))}
    </Tabs>
  );
}

/** A number beside a name. */
export function Count({ of, urgent = false }: { readonly of: number; readonly urgent?: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        // Reserves room, so that another digit does not move the tabs.
        minWidth: of < 1_000 ? '3ch' : '6ch',
        textAlign: 'left',
        ml: 0.5,
        fontVariantNumeric: 'tabular-nums',
        color: urgent && of > 0 ? 'error.main' : 'text.secondary',
      }}
    >
      {of.toLocaleString('en-US')}
    </Box>
  );
}

/** Looks like the tabs beside it. */
const PageLink = styled(Link)(({ theme }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  paddingInline: theme.spacing(2),
  borderLeft: `1px solid ${theme.vars.palette.divider}`,
  // On a phone, the menu beside the filters has the link.
  [theme.breakpoints.down('sm')]: { display: 'none' },
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.button.fontSize,
  fontWeight: theme.typography.button.fontWeight,
  textDecoration: 'none',
  '&:hover': { color: theme.vars.palette.text.primary, background: theme.vars.palette.action.hover },
}));
