import type { QueueTab } from '@throughline/contracts';
import { Box, Tab, Tabs } from '@mui/material';

const TABS: readonly (readonly [QueueTab, string])[] = [
  ['unassigned', 'Unassigned'],
  ['mine', 'Mine'],
  ['on-hold', 'On hold'],
  ['overdue', 'Overdue'],
  ['completed', 'Completed'],
];

interface QueueTabsProps {
  readonly tab: QueueTab;
  readonly counts: Readonly<Record<QueueTab, number>> | undefined;
  readonly onChange: (tab: QueueTab) => void;
}

/** The tabs of the queue with their counts. Completed tasks are those of the last seven days. */
export function QueueTabs({ tab, counts, onChange }: QueueTabsProps) {
  return (
    <Tabs
      value={tab}
      onChange={(_, next: QueueTab) => onChange(next)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label="Parts of the queue"
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {TABS.map(([value, label]) => (
        <Tab
          key={value}
          value={value}
          id={`queue-tab-${value}`}
          aria-controls="queue-panel"
          label={
            <span>
              {label}
              {counts ? <Count of={counts[value]} urgent={value === 'overdue'} /> : null}
            </span>
          }
        />
      ))}
    </Tabs>
  );
}

function Count({ of, urgent }: { readonly of: number; readonly urgent: boolean }) {
  return (
    <Box
      component="span"
      sx={{ ml: 1, fontVariantNumeric: 'tabular-nums', color: urgent && of > 0 ? 'error.main' : 'text.secondary' }}
    >
      {of.toLocaleString('en-US')}
    </Box>
  );
}
