import { Box, Tab, Tabs } from '@mui/material';
import { Lock } from 'lucide-react';
import { type ReactNode, useId } from 'react';

const TABS = ['status', 'information', 'files', 'notes'] as const;
export type DetailTab = (typeof TABS)[number];

/** The tab that an address asks for; anything unknown is the first. */
export const tabOf = (text: string): DetailTab => TABS.find((tab) => tab === text) ?? 'status';

interface DetailTabsProps {
  readonly shown: DetailTab;
  /** The submission PDF is always there: the badge counts the others (ordering specification, section 2). */
  readonly fileCount: number;
  /** Internal notes, for the provider's people alone. */
  readonly notes?: boolean;
  /** Nothing but the status for who is not signed in. */
  readonly locked?: boolean;
  readonly onShow?: (tab: DetailTab) => void;
  readonly children: ReactNode;
}

export function DetailTabs({ shown, fileCount, notes = false, locked = false, onShow, children }: DetailTabsProps) {
  const id = useId();
  const badge = fileCount > 1 ? ` ${fileCount - 1}` : '';
  const labels: Record<DetailTab, string> = {
    status: 'Status',
    information: 'Information',
    files: `Files${badge}`,
    notes: 'Notes',
  };
  const tabs = TABS.filter((tab) => tab !== 'notes' || notes);
  return (
    <>
      <Tabs
        value={shown}
        onChange={(_event, tab: DetailTab) => onShow?.(tab)}
        aria-label="Parts of the referral"
        variant="scrollable"
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}
      >
        {tabs.map((tab) => {
          const closed = locked && tab !== 'status';
          return (
            <Tab
              key={tab}
              value={tab}
              id={`${id}-${tab}`}
              aria-controls={`${id}-panel`}
              label={labels[tab]}
              disabled={closed}
              {...(closed
                ? {
                    icon: <Lock size={14} aria-hidden />,
                    iconPosition: 'end' as const,
                    'aria-label': `${labels[tab]}, log in to see it`,
                  }
                : {})}
            />
          );
        })}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </Box>
    </>
  );
}
