import { canonicalSearch } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import { Box, Button, Popover } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { viewsQuery } from '../api/list-views.js';
import { ViewsPanel } from '../views/views-panel.js';
import { SaveView } from './save-view.js';

/** The views of a screen that a person keeps: which one is on, the way to each, and to save what is on now (QUALITY.md 2.1). */
export function SavedViews({ screen }: { readonly screen: ViewScreen }) {
  const [address] = useSearchParams();
  const search = canonicalSearch(address);
  const reading = useQuery(viewsQuery(screen));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [naming, setNaming] = useState(false);
  const views = reading.data ?? [];
  const name = views.find((view) => view.search === search)?.name;
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Bookmark size={16} aria-hidden {...(name !== undefined && { fill: 'currentColor' })} />}
        endIcon={<ChevronDown size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        {...(name !== undefined && { 'aria-label': `View: ${name}` })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Box component="span" sx={{ maxWidth: 200, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {name ?? 'Views'}
        </Box>
      </Button>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Views',
            sx: { width: 320, mt: 0.5, display: 'flex', flexDirection: 'column' },
          },
        }}
      >
        <ViewsPanel
          screen={screen}
          search={search}
          reading={reading}
          onChoose={close}
          onSave={() => {
            close();
            setNaming(true);
          }}
        />
      </Popover>
      {naming ? <SaveView screen={screen} search={search} views={views} onClose={() => setNaming(false)} /> : null}
    </>
  );
}
