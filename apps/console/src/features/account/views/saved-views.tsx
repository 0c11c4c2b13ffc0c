import { canonicalSearch, type SavedViews as Views } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from '../../../ui/icons/icons.js';
import { Bookmark } from '../../../ui/icons/page-icons.js';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { viewsQuery } from './views-query.js';
import { onDemand, useOpening } from '../../../ui/page/on-demand.js';
import english from '../../../../texts/en/list.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('list', english);

type View = Views[number];

const ViewsPopover = onDemand(async () => (await import('./views-popover.js')).ViewsPopover);
const SaveViewDialog = onDemand(async () => (await import('./save-view.js')).SaveViewDialog);

/** The button for a person's saved views of a screen, named after the current view (docs/promises.md 2.1). */
export function SavedViews({ screen }: { readonly screen: ViewScreen }) {
  const t = useTexts();
  const [address] = useSearchParams();
  const search = canonicalSearch(address);
  const { show, part, hasOpened } = useOpening();
  const [isNear, setNear] = useState(false);
  // A screen without filters is no view, so the button shows the name of none, and the first load leaves the views out.
  const reading = useQuery({ ...viewsQuery(screen), enabled: search !== '' || isNear || hasOpened });
  const approach = () => {
    setNear(true);
    ViewsPopover.preload();
  };
  /** The view that gets another name; `new`: one that is saved. */
  const [naming, setNaming] = useState<View | 'new' | null>(null);
  const views = reading.data ?? [];
  const name = views.find((view) => view.search === search)?.name;
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Bookmark size={16} aria-hidden {...(name !== undefined && { fill: 'currentColor' })} />}
        endIcon={<ChevronDown size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={part.open}
        {...(name !== undefined && { 'aria-label': t('view', { name }) })}
        onClick={show}
        onPointerEnter={approach}
        onFocus={approach}
      >
        <Box component="span" sx={{ maxWidth: 200, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {name ?? t('views')}
        </Box>
      </Button>
      {hasOpened ? (
        <ViewsPopover
          {...part}
          screen={screen}
          search={search}
          reading={reading}
          onName={(view) => {
            part.onClose();
            setNaming(view);
          }}
          onFailed={part.onClose}
        />
      ) : null}
      {naming ? (
        <SaveViewDialog
          screen={screen}
          search={naming === 'new' ? search : naming.search}
          {...(naming !== 'new' && { renames: naming.name })}
          views={views}
          onClose={() => setNaming(null)}
          onFailed={() => setNaming(null)}
        />
      ) : null}
    </>
  );
}
