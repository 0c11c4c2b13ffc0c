import { mayManageSomeAccounts } from '@throughline/domain';
import { Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { userAtom } from '../../../session/session.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { Page } from '../../../ui/page/page.js';
import english from '../../../../texts/en/profile.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('profile', english);

/** Replaces the profile of a person who does not exist, or whom the reader may not see. */
export function NoSuchPerson() {
  const t = useTexts();
  const me = useAtomValue(userAtom);
  const mayList = me !== null && mayManageSomeAccounts(me);
  return (
    <Page title={t('noSuchPerson')}>
      <EmptyState
        title={t('nobodyHere')}
        action={
          <Button component={Link} to={mayList ? '/admin' : '/user'} variant="contained">
            {t(mayList ? 'toPeople' : 'toOwn')}
          </Button>
        }
      >
        {t('nobodyHereAbout')}
      </EmptyState>
    </Page>
  );
}
