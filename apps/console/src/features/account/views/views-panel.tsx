import type { SavedViews } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import { Box, Button, Typography } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../ui/error-state.js';
import { ViewList } from './view-list.js';

interface ViewsPanelProps {
  readonly screen: ViewScreen;
  /** What is on screen now, in canonical form; empty: all of it. */
  readonly search: string;
  readonly reading: UseQueryResult<SavedViews>;
  readonly onChoose: () => void;
  readonly onSave: () => void;
}

/** What opens under the button: the views, what a view is, and the way to save one. */
export function ViewsPanel({ reading, ...props }: ViewsPanelProps) {
  const { data: views, error } = reading;
  if (views) return <ReadViews {...props} views={views} />;
  if (!error) return <Words>Reading your views…</Words>;
  return <ErrorState title="Your views could not be read" error={error} onRetry={() => void reading.refetch()} />;
}

interface ReadViewsProps extends Omit<ViewsPanelProps, 'reading'> {
  readonly views: SavedViews;
}

function ReadViews({ screen, search, views, onChoose, onSave }: ReadViewsProps) {
  // The list as it was opened: what is removed keeps its place until this closes, with the way back.
  const [listed] = useState(views);
  const saved = views.some((view) => view.search === search);
  return (
    <>
      {listed.length > 0 ? (
        <ViewList screen={screen} views={listed} search={search} onChoose={onChoose} />
      ) : (
        <Words>
          <Typography variant="subtitle2" component="p" color="textPrimary">
            No views yet
          </Typography>
          A view is what you narrowed this list to, under a name: filters, sort and search, one click away in every
          browser.
        </Words>
      )}
      <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
        {saved ? (
          <Words>This is one of your views. Change a filter to save another.</Words>
        ) : search === '' ? (
          <Words>Choose filters, a sort or a search first; then save them here.</Words>
        ) : (
          <Button
            fullWidth
            onClick={onSave}
            sx={{ justifyContent: 'flex-start', minHeight: 44, borderRadius: 0, px: 2 }}
          >
            Save this view…
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
