import type { CatalogueVersions } from '@throughline/contracts';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/page/error-state.js';
import { When } from '../../ui/words/when.js';
import { ReadState } from '../../ui/page/read-state.js';
import { catalogueVersionsQuery, downloadCatalogue } from './queries.js';
import { UploadCatalogue } from './upload/upload-catalogue.js';
import { VersionTable } from './version-table.js';
import { countOf } from '../../ui/words/counts.js';

/** The active catalogue, the upload of a new one, and all versions. */
export function CataloguePanel() {
  const read = useQuery(catalogueVersionsQuery);
  return (
    <ReadState read={read} failed="The catalogue could not be read" loading="The catalogue is loading">
      {(data) => (
        <Stack sx={{ gap: 4 }}>
          <Active {...data} />
          <UploadCatalogue {...data} />
          <VersionTable versions={data.versions} />
        </Stack>
      )}
    </ReadState>
  );
}

function Active({ versions, activeVersionId, itemCount }: CatalogueVersions) {
  const active = versions.find(({ versionId }) => versionId === activeVersionId);
  const download = useMutation({ mutationFn: () => downloadCatalogue('catalogue.csv') });
  return (
    <Box component="section" aria-labelledby="active-catalogue">
      <Typography id="active-catalogue" variant="h2">
        Active catalogue
      </Typography>
      <Typography sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {countOf(itemCount, 'item')}
        {active ? (
          <>
            {' '}
            of {active.fileName}, since <When at={active.activatesAt} />.
          </>
        ) : activeVersionId === null ? (
          ', as supplied with this installation.'
        ) : (
          '.'
        )}
      </Typography>
      <Button variant="outlined" disabled={download.isPending} onClick={() => download.mutate()}>
        Download as CSV
      </Button>
      {download.error ? (
        <Box sx={{ mt: 1 }}>
          <ErrorState
            title="The catalogue could not be downloaded"
            error={download.error}
            onRetry={() => download.mutate()}
          />
        </Box>
      ) : null}
    </Box>
  );
}
