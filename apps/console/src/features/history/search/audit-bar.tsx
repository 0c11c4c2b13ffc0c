import { Box, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/api.js';
import { COMPANIES } from '@throughline/domain';
import { ChosenFilters, type ChosenFilter } from '../../../ui/tables/filter-panel.js';
import { FiltersButton } from '../../../ui/tables/filters-button.js';
import { ListSearch } from '../../../ui/tables/list-search.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { dayWords } from '../../../ui/words/calendar.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import {
  accountIds,
  AUDIT_DEFAULTS,
  type AuditView,
  isLeftOut,
  kindWords,
  OTHERS,
  plain,
  type SetAuditView,
} from './audit-view.js';

const AuditFilterPanel = onDemand(async () => (await import('./audit-filter-panel.js')).AuditFilterPanel);

interface AuditBarProps {
  readonly tab: 'happened' | 'seen';
  readonly view: AuditView;
  readonly setView: SetAuditView;
  /** The saved views. */
  readonly views: ReactNode;
}

/** Search, filters and saved views above a list of the audit, and what narrows the list. */
export function AuditBar({ tab, view, setView, views }: AuditBarProps) {
  const chosen = useChosen(tab, view, setView);
  const clear = () => setView({ ...AUDIT_DEFAULTS, tab });
  return (
    <Box sx={{ mb: 2 }}>
      <Stack direction="row" component="search" aria-label="Audit" sx={{ flexWrap: 'wrap', gap: 1, mb: 1 }}>
        {tab === 'happened' ? <WordSearch words={view.words} setView={setView} /> : null}
        <FiltersButton chosen={chosen.length} preload={AuditFilterPanel.preload}>
          {(part) => (
            <AuditFilterPanel
              {...part}
              tab={tab}
              view={view}
              setView={setView}
              isNarrowed={chosen.length > 0}
              onClear={clear}
              onFailed={part.onClose}
            />
          )}
        </FiltersButton>
        {views}
      </Stack>
      {chosen.length === 0 ? null : <ChosenFilters chosen={chosen} onClear={clear} />}
    </Box>
  );
}

function WordSearch({ words, setView }: { readonly words: string; readonly setView: SetAuditView }) {
  const box = useSearchText(words, (text) => setView({ words: text }, { replace: true }));
  return <ListSearch label="Words of what happened" placeholder="Words of what happened" {...box} />;
}

/** What narrows the list of a tab. */
function useChosen(tab: AuditBarProps['tab'], view: AuditView, setView: SetAuditView): readonly ChosenFilter[] {
  const nameOf = useNames(view.person);
  const several = (name: 'person' | 'company' | 'kind', words: (value: string) => string): readonly ChosenFilter[] =>
    view[name].map((value) => ({
      id: `${name} ${value}`,
      words: `${isLeftOut(value) ? 'Not ' : ''}${words(plain(value))}`,
      onRemove: () => setView({ [name]: view[name].filter((one) => one !== value) }),
    }));
  const one = (id: keyof AuditView, words: string, change: Partial<AuditView>): readonly ChosenFilter[] =>
    view[id] === AUDIT_DEFAULTS[id] ? [] : [{ id, words, onRemove: () => setView(change) }];
  const beside = view.ofMember ? ' and all others of the member' : '';
  return [
    ...one('from', `From ${view.from && dayWords(view.from)}`, { from: '' }),
    ...one('to', `To ${view.to && dayWords(view.to)}`, { to: '' }),
    ...one('referral', `Referral ${view.referral}${beside}`, { referral: '', ofMember: false }),
    ...several('person', nameOf),
    ...several('company', (id) => COMPANIES.find((company) => String(company.id) === id)?.name ?? 'No company'),
    ...(tab === 'happened' ? several('kind', kindWords) : []),
    ...(tab === 'seen'
      ? one('screen', `${isLeftOut(view.screen) ? 'Not ' : ''}${plain(view.screen)}`, { screen: '' })
      : []),
  ];
}

/** The names of chosen people; their ids until those are read. */
function useNames(person: readonly string[]): (person: string) => string {
  const ids = accountIds(person);
  const { data } = useQuery({
    queryKey: ['audit-names', ids],
    queryFn: ({ signal }) => call('GET /audit/choices', { query: { ids: ids.join(',') } }, { signal }),
    enabled: ids.length > 0,
  });
  const names = new Map(data?.people.map((one) => [one.person, one.name]));
  return (id) => OTHERS[id] ?? names.get(id) ?? id;
}
