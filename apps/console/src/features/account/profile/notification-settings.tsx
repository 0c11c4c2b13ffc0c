import type { User } from '@throughline/contracts';
import {
  DIGEST_HOUR,
  MAIL_CHOICE_WORDS,
  MAIL_CHOICES,
  MAIL_KIND_WORDS,
  MAIL_KINDS,
  type MailChoice,
  type MailKind,
} from '@throughline/domain';
import { Box, FormControlLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { userQuery } from '../queries.js';
import english from '../../../../texts/en/profile.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('profile', english);

const ABOUT = {
  status: 'statusAbout',
  note: 'noteAbout',
  contact: 'contactAbout',
  delivery: 'deliveryAbout',
} as const satisfies Record<MailKind, keyof typeof english>;

/** The news that a person is mailed, and when. Each choice is saved at once. Other people can only read the settings. */
export function NotificationSettings({ account, isOwn }: { readonly account: User; readonly isOwn: boolean }) {
  const t = useTexts();
  const words = useWords();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: userQuery(account.id).queryKey });
  return (
    <Stack sx={{ gap: 1, maxWidth: 800 }}>
      <Typography color="textSecondary">
        {isOwn ? t('settingsAbout', { hour: DIGEST_HOUR }) : t('settingsOfOther')}
      </Typography>
      {MAIL_KINDS.map((kind) => (
        <Box key={kind} sx={{ borderBottom: 1, borderColor: 'divider', py: 1 }}>
          {isOwn ? (
            <EditableSetting kind={kind} setting={account.notificationSettings[kind]} onSaved={reload} />
          ) : (
            <Typography>
              {t('setting', {
                kind: words(MAIL_KIND_WORDS[kind]),
                choice: words(MAIL_CHOICE_WORDS[account.notificationSettings[kind]]),
              })}
            </Typography>
          )}
        </Box>
      ))}
    </Stack>
  );
}

interface EditableSettingProps {
  readonly kind: MailKind;
  readonly setting: MailChoice;
  readonly onSaved: () => unknown;
}

function EditableSetting({ kind, setting, onSaved }: EditableSettingProps) {
  const t = useTexts();
  const words = useWords();
  const id = useId();
  const inWords = (chosen: MailChoice) => ({
    kind: words(MAIL_KIND_WORDS[kind]),
    choice: words(MAIL_CHOICE_WORDS[chosen]),
  });
  /** The choice until it is saved and read. Otherwise the last read setting is shown, because another window may have changed it. */
  const [chosen, setChosen] = useState<MailChoice | null>(null);
  const choice = chosen ?? setting;
  /** The last choice. Choices in quick succession are sent one after another, so that the last one is saved. */
  const wanted = useRef(setting);
  const save = useCommand('POST /users/user/notification-settings', {
    onSuccess: async (_, { body }) => {
      if (body[kind] !== wanted.current) return send();
      toast(t('saved', inWords(wanted.current)));
      await onSaved();
      setChosen((now) => (now === body[kind] ? null : now));
    },
  });
  const send = (): void => save.mutate({ body: { [kind]: wanted.current } });
  const choose = (value: string) => {
    wanted.current = value as MailChoice;
    setChosen(wanted.current);
    if (!save.isPending) send();
  };
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ justifyContent: 'space-between', columnGap: 3 }}>
        <div>
          <Typography id={`${id}-kind`}>{words(MAIL_KIND_WORDS[kind])}</Typography>
          <Typography id={`${id}-about`} variant="body2" color="textSecondary">
            {t(ABOUT[kind])}
          </Typography>
        </div>
        <RadioGroup
          row
          aria-labelledby={`${id}-kind`}
          aria-describedby={`${id}-about`}
          value={choice}
          onChange={(_, value) => choose(value)}
          sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, flexShrink: 0 }}
        >
          {MAIL_CHOICES.map((one) => (
            // Choosing the shown value sends it as well, because another window may have saved a different one.
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio onClick={() => (one === choice ? choose(one) : undefined)} />}
              label={words(MAIL_CHOICE_WORDS[one])}
            />
          ))}
        </RadioGroup>
      </Stack>
      {save.error ? <ErrorState title={t('notSaved', inWords(choice))} error={save.error} onRetry={send} /> : null}
    </Stack>
  );
}
