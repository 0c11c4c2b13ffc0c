import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { ListFilter } from '../icons/page-icons.js';
import { useOpening } from '../page/on-demand.js';
import english from '../../../texts/en/list.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('list', english);

interface FiltersButtonProps {
  /** How many values of the filters are chosen. */
  readonly chosen: number;
  /** Loads the code of the panel ahead. */
  readonly preload: () => void;
  /** The panel, from the first click on. */
  readonly children: (part: ReturnType<typeof useOpening>['part']) => ReactNode;
}

/** The button for all filters of a list, with how many values are chosen. */
export function FiltersButton({ chosen, preload, children }: FiltersButtonProps) {
  const t = useTexts();
  const { show, part, hasOpened } = useOpening();
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<ListFilter size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={part.open}
        onClick={show}
        onPointerEnter={preload}
        onFocus={preload}
        sx={{ flex: 'none' }}
      >
        {chosen === 0 ? t('filters') : t('filtersOn', { count: chosen })}
      </Button>
      {hasOpened ? children(part) : null}
    </>
  );
}
