import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** From the history of a referral to the tab with its viewings. */
export const WHO_SAW_ADDRESS = '?tab=viewings';

interface AuditTabsProps<Name extends string> {
  /** The labels, in their order. */
  readonly tabs: Readonly<Record<Name, string>>;
  readonly shown: Name;
  readonly onShow: (tab: Name) => void;
  /** Called when the pointer or the focus reaches the tabs, so that their code can be loaded before a click. */
  readonly onApproach: () => void;
  readonly children: ReactNode;
}

/** The tab named in an address; the first one if the name is unknown. */
export function tabIn<Name extends string>(tabs: Readonly<Record<Name, string>>, text: string): Name {
  const names = Object.keys(tabs) as [Name, ...Name[]];
  return names.find((name) => name === text) ?? names[0];
}

export function AuditTabs<Name extends string>({ tabs, shown, onShow, onApproach, children }: AuditTabsProps<Name>) {
  const id = useId();
  return (
    <>
      <Tabs
        value={shown}
        onChange={(_, tab: Name) => onShow(tab)}
        aria-label="Parts of the audit"
        onPointerEnter={onApproach}
        onFocus={onApproach}
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      >
        {(Object.keys(tabs) as Name[]).map((tab) => (
          <Tab key={tab} value={tab} id={`${id}-${tab}`} aria-controls={`${id}-panel`} label={tabs[tab]} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </Box>
    </>
  );
}
