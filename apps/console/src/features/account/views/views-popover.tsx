import type { SavedViews } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import { Box, Button, Popover, Typography } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../ui/page/error-state.js';
import { ViewList } from './view-list.js';
import english from '../../../../texts/en/list-parts.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('list-parts', english);

interface ViewsPopoverProps extends Omit<ViewsPanelProps, 'onChoose'> {
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
}

/** The saved views of a screen, below their button. Loaded when opened. */
export function ViewsPopover({ open, anchorEl, onClose, ...panel }: ViewsPopoverProps) {
  const t = useTexts();
  return (
    <Popover
      open={open}
      anchorEl={anchorEl}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t('views'),
          sx: { width: 320, mt: 0.5, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <ViewsPanel {...panel} onChoose={onClose} />
    </Popover>
  );
}

export interface ViewsPanelProps {
  readonly screen: ViewScreen;
  /** The current filters, sort and search as a canonical query string; empty for the defaults. */
  readonly search: string;
  readonly reading: UseQueryResult<SavedViews>;
  readonly onChoose: () => void;
  /** Asks for a name: for what is on screen, or another one for a view. */
  readonly onName: (view: SavedViews[number] | 'new') => void;
}

/** The saved views of a screen, and the button to save the current one. */
export function ViewsPanel({ reading, ...props }: ViewsPanelProps) {
  const t = useTexts();
  const { data: views, error } = reading;
  if (views) return <ReadViews {...props} views={views} />;
  if (!error) return <Words>{t('loading')}</Words>;
  return <ErrorState title={t('failed')} error={error} onRetry={() => void reading.refetch()} />;
}

interface ReadViewsProps extends Omit<ViewsPanelProps, 'reading'> {
  readonly views: SavedViews;
}

function ReadViews({ screen, search, views, onChoose, onName }: ReadViewsProps) {
  const t = useTexts();
  // The list as it was at opening, so that removed views keep their place until it closes.
  const [listed] = useState(views);
  const saved = views.some((view) => view.search === search);
  return (
    <>
      {listed.length > 0 ? (
        <ViewList screen={screen} views={listed} search={search} onChoose={onChoose} onRename={onName} />
      ) : (
        <Words>
          <Typography variant="subtitle2" component="p" color="textPrimary">
            {t('none')}
          </Typography>
          {t('noneAbout')}
        </Words>
      )}
      <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
        {saved ? (
          <Words>{t('isSaved')}</Words>
        ) : search === '' ? (
          <Words>{t('chooseFirst')}</Words>
        ) : (
          <Button
            fullWidth
            onClick={() => onName('new')}
            sx={{ justifyContent: 'flex-start', minHeight: 44, borderRadius: 0, px: 2 }}
          >
            {t('saveThis')}
          </Button>
        )}
      </Box>
    </>
  );
}

const Words = ({ children }: { readonly children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary" component="div" sx={{ px: 2, py: 1.5 }}>
    {children}
  </Typography>
);
