import { expect, type Locator, type Page } from '@playwright/test';
import type { CompanyView, User, UserList } from '@throughline/contracts';
import { addressOf, test } from '../product/people.js';
import type { PersonApi } from '../product/person-api.js';

/** What administrators do with accounts, by the API. */
export function accountsOf({ read, post }: PersonApi) {
  return {
    find: async (email: string): Promise<User> => (await read<UserList>(`/users?search=${email}`)).rows[0]!,
    companies: (): Promise<readonly CompanyView[]> => read('/companies'),
    act: async (user: User, act: string, change: object, seen: object): Promise<void> => {
      const replaced = /activate$|^company$/.test(act) ? {} : seen;
      const standing = act === 'role' ? { active: user.active, companyId: user.company?.id ?? null } : {};
      const data = { reason: 'As asked', ...replaced, ...change, seen: { ...seen, ...standing } };
      await post(`/users/user/${user.id}/${act}`, data);
    },
    create: (email: string, company: number | undefined): Promise<void> =>
      post('/okta/create', {
        firstName: 'Jo',
        lastName: 'Vance',
        email,
        phone: '',
        state: 'AZ',
        company,
        reason: 'New',
      }),
  };
}

export const rightsOf = ({ admin, siteAdmin }: User) => ({ admin, siteAdmin });
export const profileOf = ({ firstName, lastName, primaryPhone, secondaryPhone }: User) => ({
  firstName,
  lastName,
  primaryPhone,
  secondaryPhone,
});

/** Opens a dialog of the account's page. */
export async function openDialog(page: Page, { id }: User, act: string): Promise<Locator> {
  await page.goto(`/user/${id}`);
  await page.getByRole('button', { name: act }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeVisible();
  return dialog;
}

/** Restores the rights and profiles of referrer2 and staff2 after each test of the file: other specs work with these people, as the demo made them. */
export function restorePeople(): void {
  let before: readonly User[] = [];
  test.beforeEach(async ({ apiAs }) => {
    const { find } = accountsOf(await apiAs('admin'));
    before = [await find(addressOf('referrer2')), await find(addressOf('staff2'))];
  });
  test.afterEach(async ({ apiAs }) => {
    const { find, act } = accountsOf(await apiAs('admin'));
    const restore = async (person: User) => {
      const now = await find(person.email);
      await act(now, 'role', rightsOf(person), rightsOf(now));
      await act(now, 'profile', profileOf(person), profileOf(now));
    };
    for (const person of before) {
      // What the list shows may be older than the last act, which refuses this one. The next test reads the list as well.
      await expect(() => restore(person)).toPass();
      const isRestored = { ...rightsOf(person), ...profileOf(person) };
      await expect.poll(() => find(person.email)).toMatchObject(isRestored);
    }
  });
}
