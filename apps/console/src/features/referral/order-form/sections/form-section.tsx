import type { OrderForm, OrderFormSection } from '@throughline/domain';
import { Box, Button, Typography } from '@mui/material';
import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useId, useState } from 'react';
import { showField } from '../../../../ui/fields/field-faults.js';
import english from '../../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf } from '../../../../language/language.js';

const useTexts = textsOf('order-form', english);

export interface SectionProps {
  readonly form: OrderForm;
}

/** A field that may have a warning, by the key of its label. */
export type Doubtful = 'city' | 'zip' | 'npi';

/**
 * What is left to do in a section: the number of its fields that are missing or wrong, or those that have a warning, or that it is done, or that
 * nothing is required.
 */
export type Standing = number | readonly Doubtful[] | 'done' | 'optional';

/** By section. Empty until the page is at rest or the form is begun. */
export const standingsAtom = atom<Partial<Record<OrderFormSection, Standing>>>({});

interface FormSectionProps {
  readonly section: OrderFormSection;
  readonly title: string;
  /** One line under the title. */
  readonly about?: string;
  readonly children: ReactNode;
}

/** A fieldset with two columns, or one on a phone. */
export function FormSection({ section, title, about, children }: FormSectionProps) {
  const id = useId();
  return (
    <Box
      component="fieldset"
      data-section={section}
      aria-labelledby={id}
      aria-describedby={`${id}-standing`}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
    >
      <Typography component="legend" variant="h2" sx={{ p: 0 }}>
        <TitleAndStanding id={id} section={section} title={title} />
      </Typography>
      {about ? (
        <Typography variant="body2" color="textSecondary">
          {about}
        </Typography>
      ) : null}
      <Box
        sx={{
          mt: 2,
          display: 'grid',
          columnGap: 3,
          rowGap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

interface TitleProps extends Pick<FormSectionProps, 'section' | 'title'> {
  /** Of the title; that of the standing follows from it. */
  readonly id: string;
}

function TitleAndStanding({ id, section, title }: TitleProps) {
  const t = useTexts();
  const standing = useAtomValue(standingsAtom)[section];
  return (
    <>
      <span id={id}>{title}</span>
      <Typography
        id={`${id}-standing`}
        component="span"
        variant="body2"
        color={standing === 'done' ? 'success' : typeof standing === 'object' ? 'warning' : 'textSecondary'}
        data-figures
        sx={{ ml: 1.5 }}
      >
        {standing === undefined
          ? null
          : typeof standing === 'number'
            ? t('missing', { count: standing })
            : typeof standing === 'object'
              ? t('toCheck', { fields: standing.map((field) => t(field)).join(', ') })
              : t(standing)}
      </Typography>
    </>
  );
}

interface FoldedSectionProps extends FormSectionProps {
  /** The button that opens the section. */
  readonly action: string;
  /** The button's whole name, which begins with `action`. */
  readonly actionName: string;
  readonly onOpen: () => void;
  /** Called when something is dragged over the line. */
  readonly onDragEnter?: (() => void) | undefined;
}

/** A section in one line, with a button that opens it: what it is for, or what its fields say already. */
export function FoldedSection({
  section,
  title,
  children,
  action,
  actionName,
  onOpen,
  onDragEnter,
}: FoldedSectionProps) {
  const id = useId();
  return (
    <Box
      role="group"
      data-section={section}
      aria-labelledby={id}
      aria-describedby={`${id}-standing`}
      onDragEnter={onDragEnter}
      sx={FOLDED}
    >
      <Typography component="div" variant="h2">
        <TitleAndStanding id={id} section={section} title={title} />
      </Typography>
      <Box sx={LINE}>{children}</Box>
      <Button size="small" variant="outlined" aria-label={actionName} aria-expanded={false} onClick={onOpen}>
        {action}
      </Button>
    </Box>
  );
}

/** On a phone the line is under the title and the button. */
const FOLDED = {
  display: 'grid',
  columnGap: 2,
  alignItems: 'baseline',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 2fr) minmax(0, 3fr) auto' },
};

const LINE = {
  minWidth: 0,
  overflowWrap: 'anywhere',
  gridColumn: { xs: '1 / -1', sm: 'auto' },
  order: { xs: 1, sm: 0 },
};

/**
 * Whether a section is folded. `isWanted`: it has something that is to be seen, which opens it. Once open it stays so: what is typed never
 * goes from under the fingers when it is deleted or put right. `unfold` also leads to its first field.
 */
export function useFold(section: OrderFormSection, begins: boolean | (() => boolean), isWanted: boolean) {
  const [isFolded, setFolded] = useState(begins);
  if (isFolded && isWanted) setFolded(false);
  const open = () => setFolded(false);
  const unfold = () => {
    open();
    requestAnimationFrame(() => {
      const first = document.querySelector(`[data-section="${section}"] :is(input, select, textarea, button)`);
      if (first !== null) showField(first.id);
    });
  };
  return { isFolded: isFolded && !isWanted, open, unfold };
}
