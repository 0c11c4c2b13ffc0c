import { canonicalSearch } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from '../../../ui/icons/icons.js';
import { Bookmark } from '../../../ui/icons/page-icons.js';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { viewsQuery } from './views-query.js';
import { onDemand, useOpening } from '../../../ui/on-demand.js';
import english from '../../../../texts/en/list.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('list', english);

const ViewsPopover = onDemand(async () => (await import('./views-popover.js')).ViewsPopover);
const SaveView = onDemand(async () => (await import('./save-view.js')).SaveView);

/** The button for a person's saved views of a screen, named after the current view (docs/promises.md 2.1). */
export function SavedViews({ screen }: { readonly screen: ViewScreen }) {
  const t = useTexts();
  const [address] = useSearchParams();
  const search = canonicalSearch(address);
  const reading = useQuery(viewsQuery(screen));
  const { show, part, hasOpened } = useOpening();
  const [naming, setNaming] = useState(false);
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
        onPointerEnter={ViewsPopover.preload}
        onFocus={ViewsPopover.preload}
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
          onSave={() => {
            part.onClose();
            setNaming(true);
          }}
          onFailed={part.onClose}
        />
      ) : null}
      {naming ? (
        <SaveView
          screen={screen}
          search={search}
          views={views}
          onClose={() => setNaming(false)}
          onFailed={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}
