import { Box, Chip, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Lock } from '../../../ui/icons/page-icons.js';
import { When } from '../../../ui/words/when.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('referral', english);

type Fact = readonly [label: string, value: string | { readonly at: string }];

interface DetailFactsProps {
  readonly facts: readonly Fact[];
  /** A fact of several lines, which takes the width that the others leave; on a phone, below them. */
  readonly last?: readonly [label: string, value: ReactNode];
}

/** The facts that identify a referral, under its heading. */
export function DetailFacts({ facts, last }: DetailFactsProps) {
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, m: 0, mb: 3 }}>
      {facts.map(([label, value]) => (
        <Box key={label}>
          <Label>{label}</Label>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {typeof value === 'string' ? value : <When at={value.at} />}
          </Typography>
        </Box>
      ))}
      {last ? (
        <Box sx={{ flex: { xs: '1 0 100%', sm: '1 1 360px' }, minWidth: 0 }}>
          <Label>{last[0]}</Label>
          <Box component="dd" sx={{ m: 0 }}>
            {last[1]}
          </Box>
        </Box>
      ) : null}
    </Box>
  );
}

const Label = ({ children }: { readonly children: string }) => (
  <Typography component="dt" variant="body2" color="textSecondary">
    {children}
  </Typography>
);

const TABS = ['status', 'information', 'files', 'notes'] as const;
export type DetailTab = (typeof TABS)[number];

/** The tab named in an address; the first tab if the name is unknown. */
export const tabOf = (text: string): DetailTab => TABS.find((tab) => tab === text) ?? 'status';

interface DetailTabsProps {
  readonly shown: DetailTab;
  /**
   * The number of files, without refused ones. The badge shows one less (ordering specification, section 2), because the submission PDF is
   * always among them.
   */
  readonly fileCount: number;
  /** `count`: external notes. `unread`: notes that the person has not read, including internal ones. Undefined: not loaded yet. */
  readonly notes?: { readonly count: number; readonly unread: number } | undefined;
  /** Whether only the Status tab can be opened, as for a visitor. */
  readonly locked?: boolean;
  readonly onShow?: (tab: DetailTab) => void;
  /** Called when the pointer or the focus reaches the tabs, so that their code can be loaded before a click. */
  readonly onApproach?: () => void;
  readonly children: ReactNode;
}

export function DetailTabs({ shown, fileCount, notes, locked = false, onShow, onApproach, children }: DetailTabsProps) {
  const t = useTexts();
  const id = useId();
  const badge = fileCount > 1 ? ` ${fileCount - 1}` : '';
  const labels: Record<DetailTab, string> = {
    status: t('status'),
    information: t('information'),
    files: `${t('files')}${badge}`,
    notes: `${t('notes')}${notes?.count ? ` ${notes.count}` : ''}`,
  };
  return (
    <>
      <Tabs
        value={shown}
        onChange={(_event, tab: DetailTab) => onShow?.(tab)}
        aria-label={t('parts')}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        variant="scrollable"
        // On a phone all four are on the screen.
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 3, '& > * button': { px: { xs: 0.75, sm: 1.5 } } }}
      >
        {TABS.map((tab) => {
          const closed = locked && tab !== 'status';
          return (
            <Tab
              key={tab}
              value={tab}
              id={`${id}-${tab}`}
              aria-controls={`${id}-panel`}
              label={
                tab === 'notes' && notes?.unread ? (
                  <WithUnread label={labels.notes} unread={notes.unread} />
                ) : (
                  labels[tab]
                )
              }
              disabled={closed}
              {...(closed
                ? {
                    icon: <Lock size={14} aria-hidden />,
                    iconPosition: 'end' as const,
                    'aria-label': t('locked', { tab: labels[tab] }),
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

/** For a screen reader alone, where there is room for the number only. */
const NOT_ON_PHONE = {
  position: { xs: 'absolute', sm: 'static' },
  clipPath: { xs: 'inset(50%)', sm: 'none' },
} as const;

function WithUnread({ label, unread }: { readonly label: string; readonly unread: number }) {
  const t = useTexts();
  return (
    <span>
      {label}
      <Chip
        size="small"
        color="primary"
        label={
          <>
            <Box component="span" aria-hidden sx={{ display: { sm: 'none' } }}>
              {unread}
            </Box>
            <Box component="span" sx={NOT_ON_PHONE}>
              {t('unread', { count: unread })}
            </Box>
          </>
        }
        sx={{ ml: 1, my: -1, pointerEvents: 'none' }}
      />
    </span>
  );
}
