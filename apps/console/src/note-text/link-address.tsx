import { withoutUnshowable } from '@throughline/contracts';
import { isNoteLink } from '@throughline/domain';
import { Button, FormHelperText, OutlinedInput, Stack, Typography } from '@mui/material';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import english from '../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('note-dialog', english);

/** A field for the address of a link. Selected text becomes the link; without a selection the address is inserted as text. */
export function LinkAddress({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const t = useTexts();
  const [address, setAddress] = useState(String(editor.getAttributes('link')['href'] ?? ''));
  const [isWrong, setWrong] = useState(false);
  const apply = () => {
    const written = withoutUnshowable(address).trim();
    const href = /^(\w+:\/\/|mailto:|tel:)/i.test(written) ? written : `https://${written}`;
    if (written !== '' && !isNoteLink(href)) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (written === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      chain.insertContent({ type: 'text', text: written, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <Stack
      direction="row"
      sx={{
        p: 1,
        gap: 1,
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" component="label" htmlFor="link-address">
        {t('address')}
      </Typography>
      <OutlinedInput
        id="link-address"
        size="small"
        autoFocus
        fullWidth
        placeholder="https://"
        value={address}
        error={isWrong}
        inputProps={{ 'aria-describedby': isWrong ? 'link-address-error' : undefined }}
        onChange={(event) => {
          setAddress(event.target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Enter must not submit the surrounding dialog, and Escape must not close it.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') apply();
          else onClose();
        }}
      />
      <Button size="small" onClick={apply}>
        {t('apply')}
      </Button>
      {isWrong ? (
        <FormHelperText error id="link-address-error" role="alert">
          {t('noAddress')}
        </FormHelperText>
      ) : null}
    </Stack>
  );
}
