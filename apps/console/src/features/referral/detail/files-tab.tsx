import { FILES_PAGE_SIZE, SHOWN_FILE_NAME_LENGTH } from '@throughline/contracts';
import type { FileAsOf } from '@throughline/domain';
import {
  Alert,
  Box,
  Button,
  FormLabel,
  OutlinedInput,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { TablePager } from '../../../ui/table-pager.js';
import { openFile } from '../api/open-file.js';

interface FilesTabProps {
  readonly referralId: string;
  readonly files: readonly FileAsOf[];
}

/** Every file of the referral; the submission PDF appears by itself as soon as it is made. */
export function FilesTab({ referralId, files }: FilesTabProps) {
  const [search, setSearch] = useState('');
  const [wanted, setWanted] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const found = files.filter(({ fileName }) => fileName.toLowerCase().includes(search.trim().toLowerCase()));
  const pages = Math.max(1, Math.ceil(found.length / FILES_PAGE_SIZE));
  const page = Math.min(wanted, pages - 1);
  if (files.length === 0) {
    return (
      <Typography color="textSecondary" role="status">
        The submission PDF is being made. It appears here by itself, usually within seconds.
      </Typography>
    );
  }
  return (
    <>
      <Box sx={{ maxWidth: 360, mb: 2 }}>
        <FormLabel htmlFor="file-search">Search files</FormLabel>
        <OutlinedInput
          id="file-search"
          size="small"
          fullWidth
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Box>
      {failure === null ? null : (
        <Alert severity="error" sx={{ mb: 2 }} onClose={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      <TableContainer>
        <Table size="small" aria-label="Files of this referral">
          <TableHead>
            <TableRow>
              <TableCell>ID</TableCell>
              <TableCell>Type</TableCell>
              <TableCell>File Name</TableCell>
              <TableCell align="right">Open</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {found.slice(page * FILES_PAGE_SIZE, (page + 1) * FILES_PAGE_SIZE).map(({ fileId, fileName }) => (
              <TableRow key={fileId}>
                <TableCell>{fileId}</TableCell>
                <TableCell>Submission PDF</TableCell>
                <TableCell>
                  <span title={fileName} aria-label={fileName}>
                    {shortened(fileName)}
                  </span>
                </TableCell>
                <TableCell align="right">
                  <Button
                    size="small"
                    startIcon={<Download size={16} aria-hidden />}
                    aria-label={`Open ${fileName}`}
                    onClick={() => {
                      setFailure(null);
                      openFile(referralId, fileId).catch((error: unknown) =>
                        setFailure(error instanceof Error ? error.message : String(error)),
                      );
                    }}
                  >
                    Open
                  </Button>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {found.length === 0 ? (
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          No file of that name. <Button onClick={() => setSearch('')}>Clear the search</Button>
        </Typography>
      ) : null}
      <TablePager page={page} rowCount={found.length} pageSize={FILES_PAGE_SIZE} noun="files" onPage={setWanted} />
    </>
  );
}

const shortened = (name: string) =>
  name.length <= SHOWN_FILE_NAME_LENGTH ? name : `${name.slice(0, SHOWN_FILE_NAME_LENGTH - 1)}…`;
