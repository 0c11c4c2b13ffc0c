import type { OrderForm, OrderFormSection } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useId } from 'react';
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
  const t = useTexts();
  const id = useId();
  const standing = useAtomValue(standingsAtom)[section];
  return (
    <Box
      component="fieldset"
      data-section={section}
      aria-labelledby={id}
      aria-describedby={`${id}-standing`}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
    >
      <Typography component="legend" variant="h2" sx={{ p: 0 }}>
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
