import { Alert, AlertTitle, Box, Link } from '@mui/material';
import { useEffect, useRef } from 'react';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useWords } from '../../language/language.js';
import { scrollToField } from './field-faults.js';

const useTexts = textsOf('ui', english);

export interface SummaryFault {
  /** Id of the field's input. */
  readonly id: string;
  /** What the field belongs to: a section, an item. */
  readonly within?: readonly string[];
  readonly message: string;
}

interface ErrorSummaryProps {
  readonly faults: readonly SummaryFault[];
  /** Number of submits. Each one scrolls the summary into view, where there is room for it beside the focused field, and it is read out. */
  readonly attempt: number;
  /** Left out: that there are things to fix. */
  readonly title?: string | undefined;
}

/** A line is as high as a target must be (WCAG 2.5.8). */
const TARGET = '24px';

/** The errors of a submit, each a link to its field. The form itself focuses the first wrong field. */
export function ErrorSummary({ faults, attempt, title }: ErrorSummaryProps) {
  const t = useTexts();
  const words = useWords();
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    summary.current?.scrollIntoView({ block: 'nearest' });
    // A small window, or one that is zoomed in, has no room for both: the field that has the focus is what the person needs.
    const field = document.activeElement;
    if (field?.matches('input, textarea, select')) scrollToField(field);
  }, [attempt]);
  if (faults.length === 0) return null;
  return (
    <Alert severity="error" ref={summary} sx={{ mb: 2 }}>
      <AlertTitle sx={{ fontSize: 'inherit', fontWeight: 600 }}>
        {title ?? t('faults', { count: faults.length })}
      </AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2, lineHeight: TARGET }}>
        {faults.map(({ id, within = [], message }) => (
          <li key={`${id} ${message}`}>
            <Link
              href={`#${id}`}
              color="error"
              // Its first line is beside the bullet, however many it has.
              sx={{ display: 'inline-block', verticalAlign: 'top' }}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(id)?.focus();
              }}
            >
              {[...within, message].map(words).join(': ')}
            </Link>
          </li>
        ))}
      </Box>
    </Alert>
  );
}
