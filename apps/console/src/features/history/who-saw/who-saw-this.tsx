import type { Viewer } from '@throughline/contracts';
import { NOT_SIGNED_IN } from '@throughline/contracts';
import { Box, Button, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/api.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { countWords, nameOfViewer, peopleWords } from './viewer-words.js';
import { Day } from './day.js';
import { ViewerEntry } from './viewer-entry.js';

const DEFAULTS = { person: '', from: '', to: '' };

/** The tab of the audit page: the people who saw a referral or a recertification, by person and period; each opens to their viewings. */
export function WhoSawThis({ id }: { readonly id: string }) {
  const [view, setView] = useUrlState(DEFAULTS);
  const { person, from, to } = view;
  const read = useViewers(id, { from, to });
  const isNarrowed = person !== '' || from !== '' || to !== '';
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr 1fr', sm: '2fr 1fr 1fr' },
          mb: 2,
          maxWidth: 760,
        }}
      >
        <Person people={read.data?.people ?? []} person={person} onChoose={(next) => setView({ person: next })} />
        <Day label="From" day={from} onDay={(day) => setView({ from: day })} error={from > to && to !== ''} />
        <Day label="To" day={to} onDay={(day) => setView({ to: day })} />
      </Box>
      <ReadState read={read} failed="The viewings could not be read" loading="The viewings are loading">
        {({ people, total }) => {
          const shown = people.filter((viewer) => person === '' || personOf(viewer) === person);
          const found = shown.reduce((sum, { times }) => sum + times, 0);
          return (
            <Box component="section" aria-labelledby="who-saw-title" aria-busy={read.isPlaceholderData}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mb: 1 }}>
                <Typography id="who-saw-title" variant="h2">
                  <span role="status">{countWords(found, total)}</span>
                </Typography>
                <Typography color="textSecondary">{peopleWords(shown)}</Typography>
                {isNarrowed ? <Button onClick={() => setView(DEFAULTS)}>Show all</Button> : null}
              </Box>
              {shown.length === 0 ? (
                <EmptyState title={isNarrowed ? 'Nobody saw it then' : 'Nobody has seen it yet'}>
                  {isNarrowed
                    ? 'Choose another person or a longer period.'
                    : 'Each viewing appears here, by whom and when.'}
                </EmptyState>
              ) : (
                <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'divider' }}>
                  {shown.map((viewer) => (
                    <ViewerEntry
                      key={`${personOf(viewer)} ${viewer.role} ${viewer.companyId} ${viewer.isCompanyRecorded}`}
                      id={id}
                      viewer={viewer}
                      period={{ from, to }}
                    />
                  ))}
                </Box>
              )}
            </Box>
          );
        }}
      </ReadState>
    </>
  );
}

/** The value of a person in the address and in the API. */
export const personOf = ({ userId }: Pick<Viewer, 'userId'>): string => userId ?? NOT_SIGNED_IN;

interface PersonProps {
  readonly people: readonly Viewer[];
  readonly person: string;
  readonly onChoose: (person: string) => void;
}

function Person({ people, person, onChoose }: PersonProps) {
  const choices = useMemo(() => {
    const labels = new Map(people.map((viewer) => [personOf(viewer), nameOfViewer(viewer)]));
    // The chosen person may have seen nothing in this period.
    if (person !== '' && !labels.has(person)) labels.set(person, person);
    return [...labels]
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => one.label.localeCompare(other.label));
  }, [people, person]);
  return (
    <ChoiceField
      label="Person"
      emptyLabel="Everybody"
      choices={choices}
      value={person}
      onChange={onChoose}
      sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
    />
  );
}

/** The people who saw it in a period. What was shown stays until the next answer. */
function useViewers(id: string, { from, to }: { readonly from: string; readonly to: string }) {
  return useQuery({
    queryKey: ['viewers', id, from, to],
    queryFn: ({ signal }) =>
      call('GET /referrals/referral/{id}/viewers', { params: { id }, query: { from, to } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
