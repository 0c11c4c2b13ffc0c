import { FILE_FAULTS, type FileAsOf } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { FileName } from '../../../ui/words/file-name.js';
import { typeOf } from './file-rows.js';
import english from '../../../../texts/en/files.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('files', english);

export function NameAndFault({ file: { fileName, check, fault, link } }: { readonly file: FileAsOf }) {
  const words = useWords();
  const t = useTexts();
  return (
    // The name and the reason ask for no width of their own: the column takes what the others leave.
    <Box sx={{ contain: 'inline-size', minWidth: { sm: 160 } }}>
      <FileName name={fileName} />
      {check === 'refused' && fault ? (
        <Typography
          variant="body2"
          color="error"
          sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere', maxWidth: '60ch' }}
        >
          {words(FILE_FAULTS[fault])} {link === undefined ? null : t('theLink', { link })}
        </Typography>
      ) : null}
    </Box>
  );
}

/** The texts that the list shows for a file beside its name. */
export function useWordsOfFile() {
  const words = useWords();
  const t = useTexts();
  return (file: FileAsOf): readonly string[] => {
    const { fileId, check, fault, link } = file;
    const reason = check === 'refused' && fault ? words(FILE_FAULTS[fault]) : null;
    return [
      String(fileId),
      words(typeOf(file)),
      ...(check === 'waiting' ? [t('beingChecked')] : []),
      ...(check === 'refused' ? [t('refused')] : []),
      ...(reason === null ? [] : [reason, `${reason} ${link === undefined ? '' : t('theLink', { link })}`]),
    ];
  };
}
