import type { User } from '@throughline/contracts';
import type { Language } from '@throughline/domain';
import { call } from '../api/api.js';
import { chosenLanguage, showAccountLanguage, shownLanguage } from '../language/language.js';
import { UNRECORDED_LANGUAGE } from './storage/forget-person.js';
import { siteStorage } from './storage/browser-storage.js';

/**
 * Called after a sign-in. Records a choice of the person that could not be recorded before. An account without a language gets that of the
 * page; otherwise the account's language is shown, unless a choice was made in this browser.
 */
export function agreeOnLanguage(user: User): void {
  agree(user).catch(() => undefined);
}

function agree({ id, language }: User): Promise<unknown> {
  const chosen = siteStorage.getItem(UNRECORDED_LANGUAGE) === id ? chosenLanguage() : null;
  if (chosen !== null) return recordChoice(id, chosen);
  return language === null ? record(shownLanguage()) : showAccountLanguage(language);
}

/** Records the language in which the signed-in person is mailed. Rejects if that fails; their next sign-in in this browser tries again. */
export async function recordChoice(userId: string, language: Language): Promise<void> {
  try {
    await record(language);
    siteStorage.removeItem(UNRECORDED_LANGUAGE);
  } catch (error) {
    siteStorage.setItem(UNRECORDED_LANGUAGE, userId);
    throw error;
  }
}

const record = (language: Language): Promise<unknown> => call('POST /users/user/language', { body: { language } });
