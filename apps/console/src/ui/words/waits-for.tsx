import type { WaitsFor as Whom } from '@throughline/domain';
import { Age } from './when.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

/** Whose turn it is, and since when, such as `Waiting for the physician · 3 d`. */
export function WaitsFor({ whom, since }: { readonly whom: Whom; readonly since: string }) {
  const t = useTexts();
  return (
    <>
      {t('waitsFor', { whom })}
      {' · '}
      <Age at={since} />
    </>
  );
}
