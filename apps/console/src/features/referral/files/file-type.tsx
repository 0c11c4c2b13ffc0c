import { FILE_TYPES, type FileAsOf, type FileType } from '@throughline/domain';
import { Button, Menu, MenuItem } from '@mui/material';
import { useEffect, useState } from 'react';
import { useCommand } from '../../../api/use-command.js';
import { isChangedMeanwhile } from '../../../meanwhile/use-replacing.js';
import { announce, toastFailed } from '../../../ui/announcer.js';
import type { Choice } from '../../../ui/fields/choice/choices.js';
import { Check, ChevronDown } from '../../../ui/icons/icons.js';
import { useOpening } from '../../../ui/page/on-demand.js';
import { typeOf, uploadedTypeOf } from './file-rows.js';
import english from '../../../../texts/en/files.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('files', english);

export function useFileTypes(): readonly Choice[] {
  const words = useWords();
  return FILE_TYPES.map((type) => ({ value: type, label: words(type) }));
}

interface FileTypeCellProps {
  readonly referralId: string;
  readonly file: FileAsOf;
  readonly mayChange: boolean;
}

/** The type of a file. A person who may change it gets a button with a menu of the types. */
export function FileTypeCell({ referralId, file, mayChange }: FileTypeCellProps) {
  const t = useTexts();
  const words = useWords();
  const { show, part, hasOpened } = useOpening();
  const change = useCommand('POST /pdf/referral/{id}/file/{fileId}/type', {
    onSuccess: (_, { body }) => announce(t('typeChanged', { name: file.fileName, type: words(body.fileType) })),
    onError: (error) =>
      toastFailed(
        t('typeOf', { name: file.fileName, type: words(typeOf(file)) }),
        words((isChangedMeanwhile(error) && error.errors?.['fileType']) || error.message),
      ),
  });
  const type = uploadedTypeOf(file);
  /** The type that was shown when the menu was opened. The type may change while the menu is open. */
  const [seen, setSeen] = useState(type);
  const isMoved = part.open && type !== seen;
  const news = t('typeChanged', { name: file.fileName, type: words(type) });
  useEffect(() => {
    if (isMoved) announce(news);
  }, [isMoved, news]);
  if (!mayChange) return words(typeOf(file));
  const choose = (fileType: FileType) => {
    part.onClose();
    const params = { id: referralId, fileId: file.fileId };
    if (fileType !== type) change.mutate({ params, body: { fileType, previousType: seen } });
  };
  return (
    <>
      <Button
        size="small"
        color="inherit"
        endIcon={<ChevronDown size={14} aria-hidden />}
        aria-label={t('typeOf', { name: file.fileName, type: words(type) })}
        aria-haspopup="menu"
        aria-expanded={part.open}
        // The button is not disabled during the request, because a disabled button loses the focus.
        aria-busy={change.isPending}
        onClick={(event) => {
          setSeen(type);
          show(event);
        }}
        sx={{ ml: -1.25 }}
      >
        {words(type)}
      </Button>
      {hasOpened ? (
        <Menu {...part} slotProps={{ list: { dense: true, 'aria-label': t('typesOf', { name: file.fileName }) } }}>
          {FILE_TYPES.map((choice) => (
            <MenuItem
              key={choice}
              role="menuitemradio"
              aria-checked={choice === seen}
              selected={choice === seen}
              onClick={() => choose(choice)}
              sx={{ justifyContent: 'space-between', gap: 2 }}
            >
              {isMoved && choice === type ? t('typeNow', { type: words(choice) }) : words(choice)}
              {choice === seen ? <Check size={16} aria-hidden /> : null}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  );
}
