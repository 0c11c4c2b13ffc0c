import { CATALOGUE_FILE_TYPE, type CatalogueVersion, planCatalogueQuery } from '@throughline/contracts';
import { Alert, Box, Button, Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../api/api-error.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { instantOf, zoneHelp } from '../../../ui/fields/date/own-time.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { When } from '../../../ui/words/when.js';
import { catalogueVersionsQuery } from '../queries.js';

const AT_ONCE = 'at-once';
const AT_A_TIME = 'at-a-time';
const BEGINS = [
  { value: AT_ONCE, label: 'At once' },
  { value: AT_A_TIME, label: 'At a time' },
];

interface PlanVersionProps {
  readonly file: { readonly name: string; readonly content: Blob };
  /** The present versions, which are read at intervals. */
  readonly versions: readonly CatalogueVersion[];
  readonly comparedWith: string | null;
  readonly onCompareAgain: () => void;
  readonly onDone: () => void;
}

/** The version that has replaced the one that the file was compared with; undefined: none that is known. */
function activeInsteadOf(compared: string | null, versions: readonly CatalogueVersion[]): CatalogueVersion | undefined {
  const isReplaced =
    compared === null || versions.some(({ versionId, status }) => versionId === compared && status === 'replaced');
  return isReplaced ? versions.find(({ status }) => status === 'active') : undefined;
}

/** A form that asks when a checked file is to be activated, and why. */
export function PlanVersion({ file, versions, comparedWith, onCompareAgain, onDone }: PlanVersionProps) {
  const queries = useQueryClient();
  const { control, handleSubmit, watch } = useForm({
    defaultValues: { begins: AT_ONCE, activatesAt: '', reason: '' },
    resolver: schemaResolver(
      {
        safeParse: (typed) => {
          const { begins, activatesAt, reason } = typed as Record<'begins' | 'activatesAt' | 'reason', string>;
          return planCatalogueQuery.safeParse({
            fileName: file.name,
            reason,
            ...(comparedWith !== null && { comparedWith }),
            ...(begins === AT_A_TIME && { activatesAt: instantOf(activatesAt) }),
          });
        },
      },
      { activatesAt: 'Give a day and a time.' },
    ),
  });
  const isAtOnce = watch('begins') === AT_ONCE;
  const command = useCommand('POST /catalogue/versions', {
    onSuccess: () => {
      toast(isAtOnce ? `${file.name} is active` : `${file.name} is planned`);
      void queries.invalidateQueries(catalogueVersionsQuery);
      onDone();
    },
  });
  const planned = versions.filter(({ status }) => status === 'planned');
  const replacedBy = activeInsteadOf(comparedWith, versions);
  const isOutdated = command.error instanceof ApiError && command.error.code === 'catalogue/compared-with-another';
  return (
    <Stack
      component="form"
      noValidate
      sx={{ gap: 2, maxWidth: 480 }}
      onSubmit={handleSubmit((query) => command.mutate({ query, file: file.content, type: CATALOGUE_FILE_TYPE }))}
    >
      {command.error ? <ErrorState title="The catalogue was not changed" error={command.error} /> : null}
      <Box role="status">
        {replacedBy && !command.isPending ? (
          <Alert severity="info" role="presentation" sx={{ overflowWrap: 'anywhere' }}>
            {replacedBy.fileName}, of {replacedBy.plannedBy ?? 'somebody else'}, became active meanwhile:{' '}
            <When at={replacedBy.activatesAt} />. Compare the file with it first. What you have entered stays.
          </Alert>
        ) : null}
      </Box>
      {isOutdated || replacedBy ? (
        <Button
          variant="outlined"
          onClick={() => {
            command.reset();
            onCompareAgain();
          }}
        >
          Compare again
        </Button>
      ) : null}
      {planned.length > 0 ? (
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          Planned already: {planned.map(({ fileName }) => fileName).join(', ')}.{' '}
          {isAtOnce
            ? 'If you activate this file now, what is planned will not be activated, because it was not compared with this file.'
            : 'Once one of the planned versions is active, the others are not activated, because they were not compared with it.'}
        </Alert>
      ) : null}
      <BoundField control={control} name="begins">
        {(field) => <ChoiceField {...field} label="Active from" emptyLabel={null} choices={BEGINS} />}
      </BoundField>
      {isAtOnce ? null : (
        <BoundField control={control} name="activatesAt">
          {(field) => (
            <TextField {...field} label="Day and time" type="datetime-local" help={zoneHelp(field.value)} required />
          )}
        </BoundField>
      )}
      <ReasonField control={control} />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button type="submit" variant="contained" disabled={command.isPending}>
          {isAtOnce ? 'Activate now' : 'Plan activation'}
        </Button>
        <Button disabled={command.isPending} onClick={onDone}>
          Discard
        </Button>
      </Stack>
    </Stack>
  );
}
