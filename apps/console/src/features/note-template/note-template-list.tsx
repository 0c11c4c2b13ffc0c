import type { NoteTemplateRow } from '@throughline/contracts';
import { Chip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/api.js';
import { READ_AGAIN_MS } from '../../api/query-client.js';
import { AdminTable, type RowAction } from '../../ui/tables/admin-table.js';
import type { DataColumn } from '../../ui/tables/data-column.js';
import { onDemand } from '../../ui/page/on-demand.js';
import { ReadState } from '../../ui/page/read-state.js';
import { NoteHtml } from '../../note-text/note-html.js';

const EditTemplate = onDemand(async () => (await import('./edit-note-template.js')).EditTemplate);
const RetireTemplate = onDemand(async () => (await import('./edit-note-template.js')).RetireTemplate);

/** The table of note templates, in which an admin creates, changes and retires them. */
export function NoteTemplateList() {
  const read = useQuery({
    queryKey: ['note-templates', 'all'],
    queryFn: ({ signal }) => call('GET /note-templates', {}, { signal }),
    refetchInterval: READ_AGAIN_MS,
  });
  return (
    <ReadState read={read} failed="Failed to load note templates" loading="Note templates are loading">
      {(templates) => (
        <AdminTable
          caption="Note templates"
          about="Everybody who writes a note can begin with one of these."
          create={{ label: 'New template', Dialog: EditTemplate }}
          columns={COLUMNS}
          rows={templates}
          rowKey={({ templateId }) => templateId}
          rowName={({ title }) => title}
          acts={ACTS}
          actsWidth="170px"
          empty={{ title: 'No note templates', words: 'Without templates, every note begins empty.' }}
        />
      )}
    </ReadState>
  );
}

const ACTS: readonly RowAction<NoteTemplateRow>[] = [
  { label: 'Edit', Dialog: EditTemplate },
  { label: 'Retire', Dialog: RetireTemplate },
];

const COLUMNS: readonly DataColumn<NoteTemplateRow>[] = [
  { id: 'title', header: 'Title', title: true, width: '24%', cell: ({ title }) => title },
  { id: 'text', header: 'Text', cell: ({ noteText }) => <NoteHtml html={noteText} /> },
  {
    id: 'action',
    header: 'Action needed',
    width: '12%',
    cell: ({ actionNeeded }) => (actionNeeded ? <Chip size="small" label="Action needed" /> : 'No'),
  },
];
