import type { NoteTemplateRow } from '@throughline/contracts';
import { Button, Chip, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../../../api/api.js';
import { READ_AGAIN_MS } from '../../../api/query-client.js';
import type { DataColumn } from '../../../ui/tables/data-column.js';
import { DataTable } from '../../../ui/tables/data-table.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { onDemand } from '../../../ui/on-demand.js';
import { ReadState } from '../../../ui/read-state.js';
import { NoteHtml } from './note-html.js';

const EditTemplate = onDemand(async () => (await import('./edit-note-template.js')).EditTemplate);
const RetireTemplate = onDemand(async () => (await import('./edit-note-template.js')).RetireTemplate);

type Asked =
  | { readonly act: 'edit'; readonly template?: NoteTemplateRow }
  | { readonly act: 'retire'; readonly template: NoteTemplateRow };

/** The texts that a new note can begin with; an admin creates, changes and retires them. */
export function NoteTemplates() {
  const read = useQuery({
    queryKey: ['note-templates', 'all'],
    queryFn: ({ signal }) => call('GET /note-templates', {}, { signal }),
    refetchInterval: READ_AGAIN_MS,
  });
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = useCallback(() => setAsked(null), []);
  const columns = useMemo(() => columnsWith(setAsked), []);
  return (
    <ReadState read={read} failed="Failed to load note templates" loading="Note templates are loading">
      {(data) => {
        const create = (
          <Button variant="outlined" onClick={() => setAsked({ act: 'edit' })} onPointerEnter={EditTemplate.preload}>
            New template
          </Button>
        );
        return (
          <>
            <Stack
              direction="row"
              sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 2, mb: 2, flexWrap: 'wrap' }}
            >
              <Typography color="textSecondary">Everybody who writes a note can begin with one of these.</Typography>
              {data.length > 0 ? create : null}
            </Stack>
            <DataTable
              caption="Note templates"
              columns={columns}
              rows={data}
              rowKey={({ templateId }) => templateId}
              empty={
                <EmptyState title="No note templates" action={create}>
                  Without templates, every note begins empty.
                </EmptyState>
              }
            />
            {asked?.act === 'edit' ? (
              <EditTemplate
                template={asked.template ? asItIs(data, asked.template) : null}
                isRetired={
                  data.every(({ templateId }) => templateId !== asked.template?.templateId) &&
                  asked.template !== undefined
                }
                onClose={close}
                onFailed={close}
              />
            ) : null}
            {asked?.act === 'retire' ? (
              <RetireTemplate template={asItIs(data, asked.template)} onClose={close} onFailed={close} />
            ) : null}
          </>
        );
      }}
    </ReadState>
  );
}

/** One that was retired stays as it was: its dialog is refused in words. */
const asItIs = (templates: readonly NoteTemplateRow[], { templateId, ...was }: NoteTemplateRow): NoteTemplateRow =>
  templates.find((one) => one.templateId === templateId) ?? { templateId, ...was };

const columnsWith = (ask: (asked: Asked) => void): readonly DataColumn<NoteTemplateRow>[] => [
  { id: 'title', header: 'Title', title: true, width: '24%', cell: ({ title }) => title },
  { id: 'text', header: 'Text', cell: ({ noteText }) => <NoteHtml html={noteText} /> },
  {
    id: 'action',
    header: 'Action needed',
    width: '12%',
    cell: ({ actionNeeded }) => (actionNeeded ? <Chip size="small" label="Action needed" /> : 'No'),
  },
  {
    id: 'acts',
    header: 'Actions',
    width: '170px',
    cell: (template) => (
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button size="small" aria-label={`Edit ${template.title}`} onClick={() => ask({ act: 'edit', template })}>
          Edit
        </Button>
        <Button size="small" aria-label={`Retire ${template.title}`} onClick={() => ask({ act: 'retire', template })}>
          Retire
        </Button>
      </Stack>
    ),
  },
];
