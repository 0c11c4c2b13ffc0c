import { ORDER_FORM_HEADS, type OrderFormHead } from '@throughline/domain';
import { Link } from '@mui/material';
import { Fragment } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import english from '../../../../texts/en/shell.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('shell', english);

/**
 * The purpose of the form, with links to the other forms. It has a file of its own, because it is shown while the page's code is loaded.
 */
export function OrderFormAbout({ form }: { readonly form: OrderFormHead }) {
  const t = useTexts();
  const words = useWords();
  const others = Object.values(ORDER_FORM_HEADS).filter(({ id }) => id !== form.id);
  return (
    <>
      {words(form.about)} {t('otherForms')}{' '}
      {others.map(({ route, name }, index) => (
        <Fragment key={route}>
          {index > 0 ? ', ' : ''}
          <Link component={RouterLink} to={route}>
            {words(name)}
          </Link>
        </Fragment>
      ))}
      .
    </>
  );
}
