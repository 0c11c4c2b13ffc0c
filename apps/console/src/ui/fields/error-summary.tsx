import { Alert, AlertTitle, Box, Link } from '@mui/material';
import { useEffect, useRef } from 'react';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useWords } from '../../language/language.js';
import { scrollToField } from './field-faults.js';

const useTexts = textsOf('ui', english);

export interface SummaryFault {
  /** Id of the field's input. */
  readonly id: string;
  /** The section or the item that the field belongs to. */
  readonly within?: readonly string[];
  readonly message: string;
}

interface ErrorSummaryProps {
  readonly faults: readonly SummaryFault[];
  /** Number of submits. Each submit scrolls the summary into view, if there is room for it beside the focused field, and announces it. */
  readonly attempt: number;
  /** The default states the number of errors. */
  readonly title?: string | undefined;
}

/** The minimum height of a target (WCAG 2.5.8). */
const TARGET = '24px';

/** The errors of a submit as links to their fields. The form itself focuses the first invalid field. */
export function ErrorSummary({ faults, attempt, title }: ErrorSummaryProps) {
  const t = useTexts();
  const words = useWords();
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    summary.current?.scrollIntoView({ block: 'nearest' });
    // A small or zoomed window has no room for both; the focused field is more important.
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
              // Keeps the first line of a long link beside the bullet.
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
