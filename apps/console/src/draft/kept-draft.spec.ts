import { describe, expect, it, jest } from '@jest/globals';
import { ApiError, inDoubtOf, SavedBefore } from '../api/api-error.js';
import { memoryStorage } from '../session/storage/browser-storage.js';
import { keysUnder, NOTE_DRAFTS } from '../session/storage/stored.js';
import { text } from '../session/storage/stored-values.js';
import { EarlierUnknown, keptDraft } from './kept-draft.js';

interface Note {
  readonly body: { readonly note: string; readonly seen?: object };
}

const HOUR = 3_600_000;
const PLACE = `${NOTE_DRAFTS}ana`;
const note = (words: string): Note => ({ body: { note: words } });
const withdrawn = () => Promise.reject(new ApiError('Withdrawn.', 'request/withdrawn', 409));
const noAnswer = () => Promise.reject(new ApiError('Gone.', 'console/no-answer', 0));
const signedOut = () => Promise.reject(new ApiError('Sign in.', 'identity/sign-in-required', 401));

/** A browser. Each `page` is the form as it is opened there; `ask` answers for the server. */
function aBrowser() {
  const storage = memoryStorage();
  const clock = { now: 0 };
  const ask = jest.fn<(attempt: { key: string; input: Note }) => Promise<unknown>>(noAnswer);
  const page = () => keptDraft<string, Note>({ storage, place: PLACE, read: text, ask, now: () => clock.now });
  return { storage, clock, ask, page };
}

describe('A draft whose command got no answer', () => {
  it('is sent from another page as the same command', async () => {
    const { page } = aBrowser();
    page().save('Ring twice');
    const first = await page().keeper.begin(note('Ring twice'));
    expect(await page().keeper.begin(note('Ring twice'))).toEqual(first);
  });

  it('is one command, if a duplicated tab sends it as well, and another one in other words', async () => {
    const { storage, page } = aBrowser();
    page().save('Ring twice');
    const copied = memoryStorage();
    for (const key of keysUnder(storage, '')) copied.setItem(key, storage.getItem(key) ?? '');
    const duplicate = keptDraft<string, Note>({
      storage: copied,
      place: PLACE,
      read: text,
      ask: noAnswer,
      now: () => 0,
    });
    const first = await page().keeper.begin(note('Ring twice'));
    expect(await duplicate.keeper.begin(note('Ring twice'))).toEqual(first);
    duplicate.keeper.end(true);
    expect((await duplicate.keeper.begin(note('Ring twice'))).key).not.toBe(first.key);
    page().keeper.end(false);
    const later = await page().keeper.begin(note('Ring thrice'));
    expect(later.key).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  });

  it('is not offered again once the command turns out to have been carried out', async () => {
    const { page, ask } = aBrowser();
    page().save('Ring twice');
    const { key, input } = await page().keeper.begin(note('Ring twice'));
    ask.mockResolvedValue('n-1');
    expect(await page().settle()).toBe('done');
    expect(ask.mock.calls[0]?.[0]).toMatchObject({ key, input });
    expect(page().load()).toBeNull();
    expect(await page().settle()).toBeNull();
  });

  it('stays with what was typed since, when the command turns out to have been carried out', async () => {
    const { page, ask } = aBrowser();
    page().save('Ring twice');
    await page().keeper.begin(note('Ring twice'));
    page().save('Ring twice, then wait');
    ask.mockResolvedValue('n-1');
    expect(await page().settle()).toBe('done');
    expect(page().load()).toBe('Ring twice, then wait');
  });

  it('is a new command once the earlier one was withdrawn', async () => {
    const { page, ask } = aBrowser();
    page().save('Ring twice');
    const { key } = await page().keeper.begin(note('Ring twice'));
    ask.mockImplementation(withdrawn);
    expect(await page().settle()).toBe('not done');
    expect(page().load()).toBe('Ring twice');
    expect((await page().keeper.begin(note('Ring twice'))).key).not.toBe(key);
  });

  it.each([
    ['there is no answer', noAnswer],
    ['the session has ended', signedOut],
  ])('keeps its key while %s', async (_, answer) => {
    const { page, ask } = aBrowser();
    page().save('Ring twice');
    const first = await page().keeper.begin(note('Ring twice'));
    ask.mockImplementation(answer);
    expect(await page().settle()).toBe('unknown');
    expect(await page().keeper.begin(note('Ring twice'))).toEqual(first);
  });

  it('is not sent in other words before it is known whether the first were saved', async () => {
    const { page, ask } = aBrowser();
    page().save('Ring twice');
    await page().keeper.begin(note('Ring twice'));
    page().save('Ring thrice');
    const begin = async () => page().keeper.begin(note('Ring thrice'));
    const heldBack = await begin().catch((error: unknown) => error);
    expect(heldBack).toBeInstanceOf(EarlierUnknown);
    // What is asked for as soon as there is a server.
    expect(inDoubtOf({ error: heldBack, variables: note('Ring thrice') })).toEqual(note('Ring twice'));
    ask.mockResolvedValue('n-1');
    const known = await begin().catch((error: unknown) => error);
    expect(known).toBeInstanceOf(SavedBefore);
    expect(known).toMatchObject({ saved: note('Ring twice'), answer: 'n-1' });
    expect(inDoubtOf({ error: known, variables: note('Ring thrice') })).toBeUndefined();
    expect(page().load()).toBe('Ring thrice');
    expect((await page().keeper.begin(note('Ring thrice'))).input).toEqual(note('Ring thrice'));
  });

  it('is sent after the question that withdraws it, and not beside it', async () => {
    const { page, ask } = aBrowser();
    page().save('Ring twice');
    const { key } = await page().keeper.begin(note('Ring twice'));
    const form = page();
    ask.mockImplementation(withdrawn);
    const settled = form.settle();
    expect((await form.keeper.begin(note('Ring twice'))).key).not.toBe(key);
    expect(await settled).toBe('not done');
  });

  it('is the command that was carried out, if it is sent again while it is asked about', async () => {
    const { page, ask } = aBrowser();
    page().save('Ring twice');
    const first = await page().keeper.begin(note('Ring twice'));
    const form = page();
    ask.mockResolvedValue('n-1');
    const settled = form.settle();
    const [same, other] = [form.keeper.begin(note('Ring twice')), form.keeper.begin(note('Ring thrice'))];
    expect(await same).toEqual(first);
    await expect(other).rejects.toMatchObject({ saved: note('Ring twice'), answer: 'n-1' });
    expect(await settled).toBe('done');
  });

  it('is removed with its key when the answer arrives, and forgets the key after a refusal', async () => {
    const { page, storage } = aBrowser();
    page().save('Ring twice');
    await page().keeper.begin(note('Ring twice'));
    page().keeper.end(false);
    expect(page().load()).toBe('Ring twice');
    expect(await page().settle()).toBeNull();
    await page().keeper.begin(note('Ring twice'));
    page().keeper.end(true);
    expect(storage.length).toBe(0);
  });

  it('is settled after it was discarded as well, for a day', async () => {
    const { page, ask, clock } = aBrowser();
    page().save('Ring twice');
    await page().keeper.begin(note('Ring twice'));
    page().clear();
    expect(page().load()).toBeNull();
    expect(await page().settle()).toBe('unknown');
    clock.now = 25 * HOUR;
    expect(await page().settle()).toBeNull();
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it.each(['{', '{"savedAt":0}', '{"savedAt":0,"key":"k","typed":"","input":7}'])(
    'is ignored if the storage holds %s',
    async (held) => {
      const { page, storage } = aBrowser();
      storage.setItem(`${NOTE_DRAFTS}ana.sent`, held);
      expect(await page().settle()).toBeNull();
    },
  );
});
