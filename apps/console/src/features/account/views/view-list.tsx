import type { SavedViews } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import { Box, List, ListItem, ListItemButton, ListItemText } from '@mui/material';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { RemoveView } from '../components/remove-view.js';
import { RemovedView } from './removed-view.js';

type View = SavedViews[number];

interface ViewListProps {
  readonly screen: ViewScreen;
  readonly views: SavedViews;
  /** What is on screen now, in canonical form. */
  readonly search: string;
  readonly onChoose: () => void;
}

/** The way to each view, which is a link, and the way to be rid of it. What is removed stays in `views`, to be had back. */
export function ViewList({ screen, views, search, onChoose }: ViewListProps) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [restored, setRestored] = useState<string | null>(null);
  const mark = (name: string, gone: boolean) => {
    setRemoved((before) => new Set(gone ? [...before, name] : [...before].filter((other) => other !== name)));
    setRestored(gone ? null : name);
  };
  return (
    <List dense sx={{ overflowY: 'auto' }}>
      {views.map((view) =>
        removed.has(view.name) ? (
          <RemovedView key={view.name} screen={screen} view={view} onRestored={() => mark(view.name, false)} />
        ) : (
          <ListItem
            key={view.name}
            disablePadding
            secondaryAction={<RemoveView screen={screen} name={view.name} onRemoved={() => mark(view.name, true)} />}
          >
            <ViewLink
              view={view}
              current={view.search === search}
              autoFocus={view.name === restored}
              onChoose={onChoose}
            />
          </ListItem>
        ),
      )}
    </List>
  );
}

interface ViewLinkProps {
  readonly view: View;
  readonly current: boolean;
  readonly autoFocus: boolean;
  readonly onChoose: () => void;
}

function ViewLink({ view, current, autoFocus, onChoose }: ViewLinkProps) {
  return (
    <ListItemButton
      component={Link}
      to={{ search: view.search }}
      preventScrollReset
      autoFocus={autoFocus}
      selected={current}
      aria-current={current}
      onClick={onChoose}
    >
      <Box aria-hidden sx={{ width: 24, flex: 'none', display: 'inline-flex' }}>
        {current ? <Check size={16} /> : null}
      </Box>
      <ListItemText primary={view.name} sx={{ overflowWrap: 'anywhere' }} />
    </ListItemButton>
  );
}
