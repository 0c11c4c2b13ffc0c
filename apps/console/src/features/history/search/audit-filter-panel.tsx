import { type AuditChoices, withoutGroups } from '@throughline/contracts';
import { ACT_KINDS, COMPANIES } from '@throughline/domain';
import { Box, FormControlLabel, Switch } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../api/api.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { SearchField } from '../../../ui/fields/search-field.js';
import { Choices, FilterPanel } from '../../../ui/tables/filter-panel.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { Day } from '../who-saw/day.js';
import {
  accountIds,
  type AuditView,
  isLeftOut,
  kindWords,
  OTHERS,
  periods,
  plain,
  pressed,
  type SetAuditView,
} from './audit-view.js';

interface AuditFilterPanelProps {
  readonly tab: 'happened' | 'seen';
  readonly view: AuditView;
  readonly setView: SetAuditView;
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
}

/** The filters of what happened and of what was seen: what is chosen is shown only, or left out. */
export function AuditFilterPanel({ tab, view, setView, ...panel }: AuditFilterPanelProps) {
  const [leaveOut, setLeaveOut] = useState(false);
  const [typed, setTyped] = useState('');
  const people = useSearchText(typed, setTyped);
  const ids = useMemo(() => accountIds(view.person), [view.person]);
  const { data } = useQuery({
    queryKey: ['audit-choices', typed, ids],
    queryFn: ({ signal }) => call('GET /audit/choices', { query: { search: typed, ids: ids.join(',') } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const signed = (values: readonly string[]) => values.filter((one) => isLeftOut(one) === leaveOut);
  const several = (name: 'person' | 'company' | 'kind') => ({
    all: leaveOut ? 'None' : 'All',
    chosen: signed(view[name]).map(plain),
    onAll: () => setView({ [name]: view[name].filter((one) => isLeftOut(one) !== leaveOut) }),
    onChoose: (value: string) => setView({ [name]: pressed(view[name], value, leaveOut) }),
  });
  return (
    <FilterPanel {...panel} width={560} columns={NO_COLUMNS} sort={undefined} onSort={() => undefined}>
      <Periods view={view} setView={setView} />
      <ReferralField view={view} setView={setView} />
      <FormControlLabel
        control={<Switch checked={leaveOut} onChange={(event) => setLeaveOut(event.target.checked)} />}
        label="Leave out what I choose"
        sx={{ minHeight: 36, ml: 0, mt: 1 }}
      />
      <Box sx={{ mt: 1, mb: 1 }}>
        <SearchField
          label="Find a person"
          {...people}
          help={data?.hasMore ? 'There are more: type more letters of the name.' : 'Letters of the name or the address'}
        />
      </Box>
      <Choices label="Person" {...several('person')} choices={peopleOf(data, tab)} />
      <Choices
        label="Company at that time"
        {...several('company')}
        choices={COMPANIES.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Box sx={{ mt: 2 }}>
        {tab === 'happened' ? (
          <ChoiceField
            label={leaveOut ? 'Not this kind of act' : 'Kind of act'}
            emptyLabel="Choose to add one"
            choices={KINDS}
            value=""
            onChange={(kind) => kind !== '' && setView({ kind: pressed(view.kind, kind, leaveOut) })}
          />
        ) : (
          <ChoiceField
            label={leaveOut ? 'Not this screen' : 'Screen'}
            emptyLabel="All screens"
            choices={(data?.screens ?? []).map((screen) => ({ value: screen, label: screen }))}
            value={isLeftOut(view.screen) === leaveOut ? plain(view.screen) : ''}
            onChange={(screen) => setView({ screen: screen === '' || !leaveOut ? screen : `-${screen}` })}
          />
        )}
      </Box>
    </FilterPanel>
  );
}

const NO_COLUMNS: readonly never[] = [];

const KINDS = ACT_KINDS.map((value) => ({ value, label: kindWords(value) })).sort((one, other) =>
  one.label.localeCompare(other.label),
);

function peopleOf(data: AuditChoices | undefined, tab: AuditFilterPanelProps['tab']) {
  const people = data?.people.map(({ person, name }) => ({ value: person, label: name })) ?? [];
  const others = Object.entries(OTHERS).map(([value, label]) => ({ value, label }));
  return [...people, ...others.filter(({ value }) => tab === 'happened' || value !== 'system')];
}

type PartProps = Pick<AuditFilterPanelProps, 'view' | 'setView'>;

function Periods({ view: { from, to }, setView }: PartProps) {
  const known = periods();
  const chosen = known.filter((period) => period.from === from && period.to === to).map(({ label }) => label);
  return (
    <>
      <Choices
        label="Period"
        all="At any time"
        choices={known.map(({ label }) => ({ value: label, label }))}
        chosen={from === '' && to === '' ? [] : chosen.length > 0 ? chosen : ['other']}
        onAll={() => setView({ from: '', to: '' })}
        onChoose={(label) => {
          const period = known.find((one) => one.label === label)!;
          setView({ from: period.from, to: period.to });
        }}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', mt: 1 }}>
        <Day label="From" day={from} onDay={(day) => setView({ from: day })} error={from > to && to !== ''} />
        <Day label="To" day={to} onDay={(day) => setView({ to: day })} />
      </Box>
    </>
  );
}

function ReferralField({ view, setView }: PartProps) {
  const box = useSearchText(view.referral, (text) => {
    if (isCaseId(text)) setView({ referral: withoutGroups(text) }, { replace: true });
  });
  return (
    <Box sx={{ mt: 1 }}>
      <SearchField
        label="Referral ID"
        {...box}
        error={isCaseId(box.value) ? undefined : 'A referral ID has only numbers.'}
      />
      <FormControlLabel
        control={<Switch checked={view.ofMember} onChange={(event) => setView({ ofMember: event.target.checked })} />}
        label="With all other referrals of the same member"
        disabled={view.referral === ''}
        sx={{ minHeight: 36, ml: 0 }}
      />
    </Box>
  );
}

const isCaseId = (text: string): boolean => /^(R?\d+)?$/.test(withoutGroups(text));
