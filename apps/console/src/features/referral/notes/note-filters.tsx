import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { internalNotesQuery, notesQuery } from '../queries.js';
import { choicesOf, NO_COMPANY, type NoteFilter } from './note-filter.js';
import { externalNote, internalNote } from './thread.js';
import english from '../../../../texts/en/note-filters.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('note-filters', english);

interface NoteFiltersProps {
  readonly referralId: string;
  readonly filter: NoteFilter;
  readonly onChange: (change: Partial<NoteFilter>) => void;
}

/**
 * The filters of the notes of a referral, for the provider's people (ordering specification, section 2, Notes tab). One in which the notes
 * leave nothing to choose is disabled, and says so on hover and to screen readers.
 */
export function NoteFilters({ referralId, filter, onChange }: NoteFiltersProps) {
  const t = useTexts();
  const words = useWords();
  // These queries are disabled here, because the lists below read the notes.
  const external = useQuery({ ...notesQuery(referralId), enabled: false }).data?.notes ?? [];
  const internal = useQuery({ ...internalNotesQuery(referralId), enabled: false }).data?.notes ?? [];
  const choices = choicesOf({
    External: external.map(externalNote),
    Internal: internal.map((note) => internalNote(note, '')),
  });
  const labelOf = (value: string) =>
    value === 'External' || value === 'Internal' ? t(value) : value === NO_COMPANY ? t('noCompany') : words(value);
  return (
    <Box sx={FILTERS}>
      {(['noteType', 'source', 'department', 'subDepartment'] as const).map((name) => {
        // A value of the address may be of no note any more, and can still be taken back.
        const values = [...new Set([...choices[name], filter[name]])].filter((value) => value !== '');
        const why = values.length < 2 && filter[name] === '' ? whyDisabled(choices[name]) : null;
        return (
          <Box key={name} title={why ?? undefined}>
            <ChoiceField
              label={t(name)}
              emptyLabel={t('all')}
              choices={values.map((value) => ({ value, label: labelOf(value) }))}
              value={filter[name]}
              onChange={(value) => onChange({ [name]: value })}
              disabled={why !== null}
              {...(why !== null && { help: why, sx: FOR_SCREEN_READERS })}
            />
          </Box>
        );
      })}
    </Box>
  );

  function whyDisabled([only]: readonly string[]): string {
    return only === undefined ? t('nothingToChoose') : t('oneToChoose', { value: labelOf(only) });
  }
}

const FILTERS = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
  gridColumn: '1 / -1',
} as const;

/** The help is shown on hover. */
const FOR_SCREEN_READERS = {
  '& .MuiFormHelperText-root': {
    position: 'absolute',
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
} as const;
