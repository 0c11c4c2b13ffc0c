import { excerptOf, MAX_EXCERPT_LETTERS } from '@throughline/domain';
import { When } from '../ui/words/when.js';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { userAtom } from '../session/session.js';
import { focusField, focusMessage } from '../ui/dialogs/dialog-focus.js';
import { SubmitLabel } from '../ui/dialogs/submit-label.js';
import { type ActsOn, byAct, type SettingAct } from './acts.js';
import { isChangedMeanwhile, type ReplacingCommand, type Revision } from './use-replacing.js';
import english from '../../texts/en/meanwhile.json' with { type: 'json' };
import { textsOf, useWords } from '../language/language.js';

const useTexts = textsOf('meanwhile', english);

interface ChangedMeanwhileProps<Values extends object> {
  readonly revision: Revision<Values>;
  /** Left out if the person may not read the audit, which has the authors. */
  readonly acts?: ActsOn;
  /** The label and the value, as the dialog shows them. */
  readonly inWords: (name: keyof Values & string, values: Values) => readonly [label: string, value: string];
  /** Set if the person can take over the changes. Left out for a command that replaces nothing. */
  readonly command?: ReplacingCommand;
  /** Whether the command is being sent, if `command` is left out. The change may then be its own. */
  readonly isPending?: boolean;
}

/**
 * Describes in a dialog how its subject was changed since it was opened, by whom and when. What was typed stays. It is always rendered,
 * because screen readers announce only changes of a status that already exists.
 */
export function ChangedMeanwhile<Values extends object>({
  revision,
  acts,
  inWords,
  command,
  isPending = command?.isPending ?? false,
}: ChangedMeanwhileProps<Values>) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const { changed, seen, present, kept } = revision;
  const done = useActs(acts, changed, present);
  const words = useWords();
  const submit = useContext(SubmitLabel) ?? t('save');
  // While the command is being sent, the change may be its own.
  const isShown = changed.length > 0 && !isPending;
  const hasKeptInput = kept.length > 0 && changed.length === 0;
  const error = command?.error;
  const isRefused = isChangedMeanwhile(command?.error);
  const refusals = (isChangedMeanwhile(command?.error) && command.error.errors) || {};
  const { refuse } = revision;
  useEffect(() => {
    if (isChangedMeanwhile(error)) refuse(Object.keys(error.errors ?? {}));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Once for each answer.
  }, [error]);
  const isRefusedNow = isShown && isRefused;
  useEffect(() => {
    if (isRefusedNow) focusMessage(box.current);
  }, [isRefusedNow, error]);
  // The button that had the focus is gone. If the form has a field with a changed value, that field is focused afterwards.
  useEffect(() => {
    if (revision.taken > 0) focusField(box.current?.closest('form'));
  }, [revision.taken]);
  const isInSight = useIsInSight(box, isShown);
  const takeOver = () => {
    revision.takeOver();
    command?.reset();
  };
  return (
    <>
      {isShown && !isInSight ? <Above onShow={() => focusMessage(box.current)} /> : null}
      <Box ref={box} role="status" tabIndex={-1} data-message sx={{ outline: 0, mb: isShown || hasKeptInput ? 2 : 0 }}>
        {isShown ? (
          <Alert severity={isRefused ? 'error' : 'info'} role="presentation">
            {byAct(done, changed, { seen, present }).map(({ act, names, entries }) => (
              <Box key={act?.position ?? 'unknown'} sx={{ '& + &': { mt: 1 } }}>
                <WhoAndWhy act={act} />
                <Lines>
                  {names.map((name) => {
                    const [label, value] = inWords(name, present);
                    // For a person who may not read the acts, the refusal states the author and the time.
                    const refused = act ? undefined : refusals[name];
                    if (refused !== undefined) return t('keptValue', { label, value: words(refused) });
                    const quoted = excerptsOf(value, inWords(name, seen)[1]);
                    if (quoted) return t('now', { label, ...quoted });
                    return name === 'noteText' ? t('formatting', { label }) : t('again', { label, value });
                  })}
                  {entries.map(({ name, entry, isAdded }) => {
                    const [label, value] = inWords(name, { ...present, [name]: [entry] });
                    return t(isAdded ? 'added' : 'removed', { label, value });
                  })}
                </Lines>
              </Box>
            ))}
            {command ? (
              <>
                <Typography sx={{ mt: 1 }}>
                  {t(isRefused ? 'refused' : revision.isRefused ? 'typedStays' : 'typedIsSaved', { submit })}
                </Typography>
                <Button variant="outlined" color="inherit" size="small" onClick={takeOver} sx={{ mt: 1 }}>
                  {t('takeOver')}
                </Button>
              </>
            ) : null}
          </Alert>
        ) : null}
        {hasKeptInput ? (
          <Alert severity="info" role="presentation">
            <Typography>{t('kept')}</Typography>
            <Lines>
              {kept.map((name) => {
                const [label, value] = inWords(name, present);
                return t('keptValue', { label, value: excerptOf(value) });
              })}
            </Lines>
          </Alert>
        ) : null}
      </Box>
    </>
  );
}

/** `ChangedMeanwhile` as the `notice` of a dialog, which passes its command. */
export const changedNotice =
  <Values extends object>(props: Omit<ChangedMeanwhileProps<Values>, 'command' | 'isPending'>) =>
  (command: ReplacingCommand) => <ChangedMeanwhile {...props} command={command} />;

const Lines = ({ children }: { readonly children: readonly (readonly string[])[] | readonly string[] }) => (
  <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
    {children.flat().map((words) => (
      <Box component="li" key={words} sx={{ overflowWrap: 'anywhere' }}>
        {words}
      </Box>
    ))}
  </Box>
);

/** A button at the top of scrolled content that leads to the notice above it. Takes no room. */
function Above({ onShow }: { readonly onShow: () => void }) {
  const t = useTexts();
  return (
    <Box sx={{ position: 'sticky', top: 0, height: 0, zIndex: 2, textAlign: 'right' }}>
      <Button size="small" variant="contained" onClick={onShow}>
        {t('above')}
      </Button>
    </Box>
  );
}

/** Whether any part of the element is visible; true while it is not watched. */
function useIsInSight(element: RefObject<HTMLElement | null>, isWatched: boolean): boolean {
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    const { current } = element;
    if (!isWatched || current === null) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? true));
    observer.observe(current);
    return () => {
      observer.disconnect();
      setInSight(true);
    };
  }, [element, isWatched]);
  return isInSight;
}

/** Author, time and reason of a change. The act is undefined if it is not known. */
function WhoAndWhy({ act }: { readonly act: SettingAct | undefined }) {
  const t = useTexts();
  const user = useAtomValue(userAtom);
  const reason = act?.reason ?? null;
  // The answer to the person's own command may have been lost.
  const isOwn = user !== null && act?.userId === user.id;
  return (
    <>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {act
          ? t.rich(isOwn ? 'changedByYou' : 'changedBy', { who: act.who, when: () => <When at={act.at} /> })
          : t('changed')}
      </Typography>
      {reason === null ? null : <Typography sx={{ overflowWrap: 'anywhere' }}>{t('reason', { reason })}</Typography>}
    </>
  );
}

/**
 * The acts, newest first. Empty until read, and for a person who may not read them. `state` is the present values; a change of them reads
 * the acts again.
 */
function useActs(acts: ActsOn | undefined, changed: readonly string[], state: unknown): readonly SettingAct[] {
  const { data } = useQuery({
    queryKey: ['acts-on', acts?.key, changed, state],
    queryFn: ({ signal }) => acts?.read(changed, signal) ?? [],
    enabled: acts !== undefined && changed.length > 0,
  });
  return data ?? [];
}

/** The number of characters that are shown before the first difference. */
const LETTERS_BEFORE = 30;

/**
 * The parts of two values that a notice quotes. Long values are quoted from shortly before the first difference. Null if they are equal.
 */
export function excerptsOf(value: string, seen: string): { readonly value: string; readonly seen: string } | null {
  if (value === seen) return null;
  let same = 0;
  while (value[same] === seen[same]) same += 1;
  const isSeenFromTheBeginning =
    same + LETTERS_BEFORE < MAX_EXCERPT_LETTERS || Math.max(value.length, seen.length) <= MAX_EXCERPT_LETTERS;
  if (isSeenFromTheBeginning) return { value: excerptOf(value), seen: excerptOf(seen) };
  // Does not separate a surrogate pair.
  const from = value.slice(0, same - LETTERS_BEFORE).replace(/[\uD800-\uDBFF]$/, '').length;
  return { value: excerptOf(`…${value.slice(from)}`), seen: excerptOf(`…${seen.slice(from)}`) };
}
