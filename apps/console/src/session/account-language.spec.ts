import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@throughline/contracts';
import type { Language } from '@throughline/domain';
import { LANGUAGE_KEY } from '../language/language.js';
import { agreeOnLanguage, recordChoice } from './account-language.js';
import { siteStorage } from './storage/browser-storage.js';

const signIn = async (id: string, language: Language | null) => {
  agreeOnLanguage({ id, language } as User);
  // Lets the requests be answered.
  await new Promise(setImmediate);
};

/** Answers every request with this status. Returns the languages in the requests, in order. */
function answerWith(status: number): readonly string[] {
  const told: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    told.push((JSON.parse(String(init?.body)) as { readonly language: string }).language);
    const success = status === 200;
    return Promise.resolve(Response.json({ success, message: '', data: null, code: 'no' }, { status }));
  });
  return told;
}

describe('A choice of language that could not be recorded', () => {
  beforeEach(async () => {
    siteStorage.clear();
    siteStorage.setItem(LANGUAGE_KEY, 'en');
    answerWith(503);
    await expect(recordChoice('u-ana', 'en')).rejects.toThrow();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is recorded at the next sign-in that can, and once', async () => {
    await signIn('u-ana', 'es');
    const told = answerWith(200);
    await signIn('u-ana', 'es');
    await signIn('u-ana', 'es');
    expect(told).toEqual(['en']);
  });

  it('is not recorded for another person, whose first language is recorded silently', async () => {
    const told = answerWith(200);
    await signIn('u-kofi', 'es');
    expect(told).toEqual([]);
    await signIn('u-kofi', null);
    expect(told).toEqual(['en']);
  });
});
