import type { SavedViews } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import { Box, Button, IconButton, List, ListItem, ListItemButton, ListItemText } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useCommand } from '../../../api/use-command.js';
import { toastFailed } from '../../../ui/announcer.js';
import { Check } from '../../../ui/icons/icons.js';
import { Pencil, Trash2 } from '../../../ui/icons/opened-icons.js';
import { viewsQuery } from './views-query.js';
import english from '../../../../texts/en/list-parts.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('list-parts', english);

type View = SavedViews[number];

interface ViewListProps {
  readonly screen: ViewScreen;
  readonly views: SavedViews;
  /** The current filters, sort and search as a canonical query string. */
  readonly search: string;
  readonly onChoose: () => void;
  readonly onRename: (view: View) => void;
}

/** The views as links, each with buttons that rename and remove it. A removed view keeps its place and offers Undo. */
export function ViewList({ screen, views, search, onChoose, onRename }: ViewListProps) {
  const t = useTexts();
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
            secondaryAction={
              <>
                <IconButton size="small" aria-label={t('rename', { name: view.name })} onClick={() => onRename(view)}>
                  <Pencil size={16} aria-hidden />
                </IconButton>
                <RemoveViewButton screen={screen} view={view} onRemoved={() => mark(view.name, true)} />
              </>
            }
            sx={{ '& .MuiListItemButton-root': { pr: 10 } }}
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

interface RemoveViewProps {
  readonly screen: ViewScreen;
  readonly view: View;
  readonly onRemoved: () => void;
}

/** Removes a view immediately. The list offers Undo. */
export function RemoveViewButton({ screen, view: { name, search }, onRemoved }: RemoveViewProps) {
  const t = useTexts();
  const translated = useWords();
  const client = useQueryClient();
  const remove = useCommand('POST /users/user/views/remove', {
    onSuccess: () => {
      onRemoved();
      return client.invalidateQueries({ queryKey: viewsQuery(screen).queryKey });
    },
    onError: (error) => toastFailed(t('remove', { name }), translated(error.message)),
  });
  return (
    <IconButton
      size="small"
      edge="end"
      aria-label={t('remove', { name })}
      loading={remove.isPending}
      onClick={() => remove.mutate({ body: { screen, name, seen: { search } } })}
    >
      <Trash2 size={16} aria-hidden />
    </IconButton>
  );
}

interface RemovedViewProps {
  readonly screen: ViewScreen;
  readonly view: SavedViews[number];
  readonly onRestored: () => void;
}

/** Replaces a removed view in the list. Undo restores the view. */
export function RemovedView({ screen, view, onRestored }: RemovedViewProps) {
  const t = useTexts();
  const translated = useWords();
  const client = useQueryClient();
  const words = useId();
  const save = useCommand('POST /users/user/views', {
    onSuccess: () => {
      onRestored();
      return client.invalidateQueries({ queryKey: viewsQuery(screen).queryKey });
    },
    onError: (error) => toastFailed(t('undo'), translated(error.message)),
  });
  return (
    <ListItem
      secondaryAction={
        <Button
          size="small"
          autoFocus
          aria-describedby={words}
          loading={save.isPending}
          onClick={() => save.mutate({ body: { screen, ...view, seen: { search: null } } })}
        >
          {t('undo')}
        </Button>
      }
    >
      <ListItemText
        id={words}
        primary={t('removed', { name: view.name })}
        slotProps={{ primary: { color: 'textSecondary' } }}
        sx={{ overflowWrap: 'anywhere', pr: 3 }}
      />
    </ListItem>
  );
}
