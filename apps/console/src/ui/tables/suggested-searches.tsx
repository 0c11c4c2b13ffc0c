import { Button, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/api.js';
import english from '../../../texts/en/list-parts.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('list-parts', english);

interface SuggestedSearchesProps {
  /** A search without results. */
  readonly search: string;
  readonly includeCompany: boolean;
  readonly onChoose: (search: string) => void;
}

/** Searches with a similar spelling that find referrals. Renders nothing until they are read, and if there are none. */
export function SuggestedSearches({ search, includeCompany, onChoose }: SuggestedSearchesProps) {
  const { data = [] } = useQuery({
    queryKey: ['suggested-searches', search, includeCompany],
    queryFn: ({ signal }) => call('GET /referrals/suggestions', { query: { search, includeCompany } }, { signal }),
    enabled: search !== '',
  });
  return <DidYouMean suggestions={data} onChoose={onChoose} />;
}

interface DidYouMeanProps {
  readonly suggestions: readonly string[];
  readonly onChoose: (search: string) => void;
}

export function DidYouMean({ suggestions, onChoose }: DidYouMeanProps) {
  const t = useTexts();
  if (suggestions.length === 0) return null;
  return (
    <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap', justifyContent: 'center', alignItems: 'center' }}>
      {t('didYouMean')}
      {suggestions.map((suggestion) => (
        <Button key={suggestion} size="small" variant="outlined" onClick={() => onChoose(suggestion)}>
          {suggestion}
        </Button>
      ))}
    </Stack>
  );
}
