import type { FileAsOf, TaskName } from '@throughline/domain';
import { Box, Button, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { userAtom } from '../../../session/session.js';
import { Paperclip } from '../../../ui/icons.js';
import { onDemand } from '../../../ui/on-demand.js';
import { typeOf, usualFileType } from './file-rows.js';

const FilesPanel = onDemand(async () => (await import('./files-panel.js')).FilesPanel);

interface TaskFilesProps {
  readonly referralId: string;
  readonly files: readonly FileAsOf[];
  readonly task: TaskName;
}

/** The files of a task's case: their names at once; upload, table and preview are loaded when they are asked for. */
export function TaskFiles({ referralId, files, task }: TaskFilesProps) {
  const user = useAtomValue(userAtom);
  const [open, setOpen] = useState(false);
  if (open && user) {
    const usualType = usualFileType(task);
    return <FilesPanel {...{ referralId, files, user, usualType }} narrow onFailed={() => setOpen(false)} />;
  }
  return (
    <>
      {files.length === 0 ? (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          No files yet
        </Typography>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mb: 1 }}>
        {files.map((file) => (
          <Typography component="li" key={file.fileId} sx={{ overflowWrap: 'anywhere' }}>
            {file.fileName} · {typeOf(file)}
          </Typography>
        ))}
      </Box>
      <Button
        startIcon={<Paperclip size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        onPointerEnter={FilesPanel.preload}
        onFocus={FilesPanel.preload}
      >
        Open or upload files
      </Button>
    </>
  );
}
