import { expect, type Page } from '@playwright/test';
import { type AnswerOf, itemsOf, requestLineOf } from '@throughline/contracts';
import { steppersOf } from '@throughline/domain';
import { accessTokenOf } from '../product/person-api.js';

/** The referral's groups of items, as the API returns them to the signed-in person and as the Status tab names them. */
export async function groupsFromApi(page: Page, referralId: string): Promise<readonly string[]> {
  const { path } = requestLineOf('GET /referrals/referral/{id}', { params: { id: referralId } });
  const answer = await page.request.get(`/api${path}`, {
    headers: { authorization: `Bearer ${await accessTokenOf(page)}` },
  });
  expect(answer.status()).toBe(200);
  const { data } = (await answer.json()) as { readonly data: AnswerOf<'GET /referrals/referral/{id}'> };
  return steppersOf(itemsOf(data), data.tasks)
    .map(({ task, itemIds }) => inWords(task, itemIds.length))
    .sort();
}

/** The same, as the referral's open page shows it. */
export async function groupsOnScreen(page: Page): Promise<readonly string[]> {
  const groups = await page
    .getByRole('tabpanel')
    .getByRole('region', { name: /, \d+ items?$/ })
    .all();
  const labels = await Promise.all(groups.map((group) => group.getAttribute('aria-label')));
  return labels.map((label) => (label ?? '').replace(', ', ': ')).sort();
}

const inWords = (task: string, items: number) => `${task}: ${items} ${items === 1 ? 'item' : 'items'}`;
