import { FILE_TYPES, type FileType } from '@throughline/domain';
import { Alert, Box, Button, IconButton, NativeSelect, OutlinedInput, Typography } from '@mui/material';
import { type DragEvent, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { announce } from '../../../../ui/announcer.js';
import { FileName, fileSize } from '../../../../ui/words/file-name.js';
import { useFocusAfterRemoval } from '../../../../ui/focus.js';
import { X, Paperclip } from '../../../../ui/icons/icons.js';
import { type Attachment, missingOf } from '../../attachments/attachment-queue.js';
import { ATTACHMENTS_ID, useOrderAttachments } from '../../attachments/use-attachments.js';
import { FormSection } from './form-section.js';
import type { OrderDraft } from '../order-draft.js';
import english from '../../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf, useWords } from '../../../../language/language.js';

const useTexts = textsOf('order-form', english);

/** The files of the order. They are uploaded once the order is recorded. */
export function AttachmentsSection() {
  const t = useTexts();
  const words = useWords();
  const { files: all, refusals, choose, forgetRefusals, queue } = useOrderAttachments();
  // Files that are being uploaded are shown in the result dialog.
  const files = all.filter(({ status }) => status === 'chosen');
  const { setValue } = useFormContext<OrderDraft>();
  const missing = missingOf(useWatch<OrderDraft, 'fileNames'>({ name: 'fileNames' }), files);
  const keepNames = (besides: readonly string[]) => {
    const there = queue.files();
    setValue('fileNames', [...missingOf(besides, there), ...there.map(({ file }) => file.name)]);
  };
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const { list, removing } = useFocusAfterRemoval<HTMLUListElement>(files.length, chooser);
  const remove = (index: number, { key, file }: Attachment) => {
    removing(index);
    queue.remove(key);
    keepNames(missing);
    announce(t('fileRemoved', { name: file.name }));
  };
  /** Closes a message and moves the focus, because the message's Close button disappears. */
  const closing = (close: () => void) => () => {
    close();
    chooser.current?.focus();
  };
  const [over, setOver] = useState(false);
  const take = async (chosen: readonly File[]) => {
    const taken = await choose(chosen);
    keepNames(missing);
    if (taken > 0) announce(t('filesAttached', { count: taken }));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  return (
    <FormSection section="attachments" title={t('attachments')} about={t('attachmentsAbout')}>
      <Box
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          gridColumn: '1 / -1',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          p: 2,
          border: 1,
          borderStyle: 'dashed',
          borderColor: 'control',
          borderRadius: 1,
          '&[data-over]': { borderColor: 'primary.main', borderStyle: 'solid' },
        }}
      >
        <Button
          id={ATTACHMENTS_ID}
          ref={chooser}
          variant="outlined"
          startIcon={<Paperclip size={16} aria-hidden />}
          aria-describedby="attachments-help"
          onClick={() => input.current?.click()}
        >
          {t('chooseFiles')}
        </Button>
        <Typography id="attachments-help" variant="body2" color="textSecondary">
          {t('dropHelp')}
        </Typography>
        <input
          ref={input}
          type="file"
          accept="application/pdf,.pdf"
          multiple
          hidden
          aria-label={t('filesToAttach')}
          onChange={(event) => {
            void take([...(event.target.files ?? [])]);
            // Without a reset, choosing a removed file again would not fire `change`.
            event.target.value = '';
          }}
        />
      </Box>
      {missing.length > 0 ? (
        <Alert
          severity="warning"
          onClose={closing(() => keepNames([]))}
          closeText={t('close')}
          sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}
        >
          {t('chooseAgain', { names: missing.join(', ') })}
        </Alert>
      ) : null}
      {refusals.length > 0 ? (
        <Alert severity="error" onClose={closing(forgetRefusals)} closeText={t('close')} sx={{ gridColumn: '1 / -1' }}>
          {refusals.map(({ name, fault }) => (
            <div key={`${name} ${fault}`}>
              {name}: {words(fault)}
            </div>
          ))}
        </Alert>
      ) : null}
      {files.length > 0 ? (
        <Box
          component="ul"
          ref={list}
          aria-label={t('attachedFiles')}
          sx={{ gridColumn: '1 / -1', m: 0, p: 0, listStyle: 'none' }}
        >
          {files.map((one, index) => (
            <Box
              component="li"
              key={one.key}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                py: 0.5,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <FileName name={one.file.name} />
              </Box>
              <NativeSelect
                input={<OutlinedInput size="small" />}
                value={one.fileType}
                onChange={(event) => queue.setType(one.key, event.target.value as FileType)}
                inputProps={{ 'aria-label': t('typeOf', { name: one.file.name }) }}
              >
                {FILE_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {words(type)}
                  </option>
                ))}
              </NativeSelect>
              <Typography variant="body2" color="textSecondary" data-figures>
                {fileSize(one.file.size)}
              </Typography>
              <IconButton
                size="small"
                aria-label={t('remove', { name: one.file.name })}
                onClick={() => remove(index, one)}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </Box>
          ))}
        </Box>
      ) : null}
    </FormSection>
  );
}
