import { Alert } from '@mui/material';
import type { LeftOut } from './left-out.js';
import english from '../../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('note-dialog', english);

/** Lists what was removed from pasted or typed text. */
export function LeftOutNotice({
  leftOut,
  onClose,
}: {
  readonly leftOut: readonly LeftOut[];
  readonly onClose: () => void;
}) {
  const t = useTexts();
  return (
    <div role="status">
      {leftOut.length > 0 ? (
        <Alert severity="info" role="presentation" onClose={onClose} slotProps={{ closeButton: { title: t('close') } }}>
          {leftOut.map((one) => (
            <div key={one}>{t(LEFT_OUT_TEXTS[one])}</div>
          ))}
        </Alert>
      ) : null}
    </div>
  );
}

const LEFT_OUT_TEXTS = {
  picture: 'withoutPicture',
  media: 'withoutMedia',
  formula: 'withoutFormula',
  underline: 'withoutUnderline',
  colour: 'withoutColour',
  address: 'withoutAddress',
  table: 'withoutTable',
  numbering: 'withoutNumbering',
  invisible: 'withoutInvisible',
  hidden: 'withoutHidden',
  layout: 'withoutLayout',
} as const satisfies Record<LeftOut, string>;
