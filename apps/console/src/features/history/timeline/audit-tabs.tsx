import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, useId } from 'react';

const TABS = { history: 'History', viewings: 'Who saw this' } as const;
export type AuditTab = keyof typeof TABS;

/** The tab named in an address; the history if the name is unknown. */
export const auditTabOf = (text: string): AuditTab => (text === 'viewings' ? text : 'history');

/** From the history of a referral to the tab with its viewings. */
export const WHO_SAW_ADDRESS = '?tab=viewings';

interface AuditTabsProps {
  readonly shown: AuditTab;
  readonly onShow: (tab: AuditTab) => void;
  /** Called when the pointer or the focus reaches the tabs, so that their code can be loaded before a click. */
  readonly onApproach: () => void;
  readonly children: ReactNode;
}

export function AuditTabs({ shown, onShow, onApproach, children }: AuditTabsProps) {
  const id = useId();
  return (
    <>
      <Tabs
        value={shown}
        onChange={(_, tab: AuditTab) => onShow(tab)}
        aria-label="Parts of the audit"
        onPointerEnter={onApproach}
        onFocus={onApproach}
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      >
        {(Object.keys(TABS) as AuditTab[]).map((tab) => (
          <Tab key={tab} value={tab} id={`${id}-${tab}`} aria-controls={`${id}-panel`} label={TABS[tab]} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </Box>
    </>
  );
}
