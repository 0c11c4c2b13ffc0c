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
import { ErrorState } from '../../../ui/error-state.js';
import { userQuery } from '../queries.js';

const ABOUT: Readonly<Record<MailKind, string>> = {
  status: 'Items of your referral reach another step, or are stopped.',
  note: 'Somebody writes a note on your referral, replies to you or mentions you.',
  contact: 'We tried to reach the member or the physician.',
  delivery: 'Items of your referral were delivered.',
};

/** Which news a person is mailed, and when. Each choice is saved at once; others than the person read it alone. */
export function NotificationSettings({ account, isOwn }: { readonly account: User; readonly isOwn: boolean }) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: userQuery(account.id).queryKey });
  return (
    <Stack sx={{ gap: 1, maxWidth: 800 }}>
      <Typography color="textSecondary">
        {isOwn
          ? `E-mail about referrals that you submitted with “Send notifications”, and about notes for you. The daily digest comes at ${DIGEST_HOUR}:00 AM Central Time, on days with news. Mail about your account, and the referral ID after an order, always comes.`
          : 'What the person is mailed; only they change it.'}
      </Typography>
      {MAIL_KINDS.map((kind) => (
        <Box key={kind} sx={{ borderBottom: 1, borderColor: 'divider', py: 1 }}>
          {isOwn ? (
            <OwnSetting kind={kind} setting={account.notificationSettings[kind]} onSaved={reload} />
          ) : (
            <Typography>
              {MAIL_KIND_WORDS[kind]}: {MAIL_CHOICE_WORDS[account.notificationSettings[kind]]}
            </Typography>
          )}
        </Box>
      ))}
    </Stack>
  );
}

interface OwnSettingProps {
  readonly kind: MailKind;
  readonly setting: MailChoice;
  readonly onSaved: () => unknown;
}

function OwnSetting({ kind, setting, onSaved }: OwnSettingProps) {
  const id = useId();
  const [choice, setChoice] = useState(setting);
  /** Several choices in quick succession are sent one after another, so that the last one counts. */
  const wanted = useRef(setting);
  const save = useCommand('POST /users/user/notification-settings', {
    onSuccess: (_, { body }): unknown => {
      if (body[kind] !== wanted.current) return send();
      toast(`Saved. ${MAIL_KIND_WORDS[kind]}: ${MAIL_CHOICE_WORDS[wanted.current]}`);
      return onSaved();
    },
  });
  const send = (): void => save.mutate({ body: { [kind]: wanted.current } });
  const choose = (value: string) => {
    wanted.current = value as MailChoice;
    setChoice(wanted.current);
    if (!save.isPending) send();
  };
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ justifyContent: 'space-between', columnGap: 3 }}>
        <div>
          <Typography id={`${id}-kind`}>{MAIL_KIND_WORDS[kind]}</Typography>
          <Typography id={`${id}-about`} variant="body2" color="textSecondary">
            {ABOUT[kind]}
          </Typography>
        </div>
        <RadioGroup
          row
          aria-labelledby={`${id}-kind`}
          aria-describedby={`${id}-about`}
          value={choice}
          onChange={(_, value) => choose(value)}
          sx={{ flexWrap: 'nowrap', flexShrink: 0 }}
        >
          {MAIL_CHOICES.map((one) => (
            <FormControlLabel key={one} value={one} control={<Radio />} label={MAIL_CHOICE_WORDS[one]} />
          ))}
        </RadioGroup>
      </Stack>
      {save.error ? (
        <ErrorState
          title={`${MAIL_KIND_WORDS[kind]}: ${MAIL_CHOICE_WORDS[choice]} was not saved`}
          error={save.error}
          onRetry={send}
        />
      ) : null}
    </Stack>
  );
}
