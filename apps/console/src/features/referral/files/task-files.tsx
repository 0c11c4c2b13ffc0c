import type { User } from '@throughline/contracts';
import type { FileAsOf, TaskName } from '@throughline/domain';
import { Box, Button, Typography } from '@mui/material';
import { usePast, useViewer } from '../../../past/past.js';
import { Paperclip } from '../../../ui/icons/icons.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { useDismissedFiles } from './dismissed-files.js';
import { newestFirst, standingOf, usualFileType } from './file-rows.js';

const FilesPanel = onDemand(async () => (await import('./files-panel.js')).FilesPanel);

/** Whether the files are shown is part of the address, so that a reload, Back and a shared link show the same. */
const CLOSED = { files: false };

interface TaskFilesProps {
  readonly referralId: string;
  readonly files: readonly FileAsOf[];
  readonly task: TaskName;
}

/**
 * The files of a task's referral. Their names are shown at once; the code for upload, table and preview is loaded when the files are
 * opened.
 */
export function TaskFiles({ referralId, files, task }: TaskFilesProps) {
  const user = useViewer();
  const past = usePast();
  const [{ files: isOpen }, setView] = useUrlState(CLOSED);
  const setOpen = (open: boolean) => setView({ files: open }, { replace: true });
  if (!user) return null;
  if (isOpen) {
    const usualType = usualFileType(task);
    return (
      <FilesPanel
        referralId={referralId}
        files={files}
        user={user}
        usualType={usualType}
        onFailed={() => setOpen(false)}
      />
    );
  }
  return (
    <>
      <FileNames referralId={referralId} files={files} user={user} />
      <Button
        startIcon={<Paperclip size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        onPointerEnter={FilesPanel.preload}
        onFocus={FilesPanel.preload}
      >
        {past ? 'Open files' : 'Open or upload files'}
      </Button>
    </>
  );
}

/** The names of the files. A refused file is listed until the person has dismissed it. */
function FileNames({ referralId, files, user }: Omit<TaskFilesProps, 'task'> & { readonly user: User }) {
  const { isDismissed } = useDismissedFiles(referralId, user.id);
  const shown = newestFirst(files).filter((file) => !isDismissed(file));
  if (shown.length === 0) {
    return (
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        No files yet
      </Typography>
    );
  }
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mb: 1 }}>
      {shown.map((file) => (
        <Typography component="li" key={file.fileId} sx={{ overflowWrap: 'anywhere' }}>
          {file.fileName} ·{' '}
          <Box component="span" sx={file.check === 'refused' ? { color: 'error.main', fontWeight: 600 } : null}>
            {standingOf(file)}
          </Box>
        </Typography>
      ))}
    </Box>
  );
}
