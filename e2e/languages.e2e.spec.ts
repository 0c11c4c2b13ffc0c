import { expect } from '@playwright/test';
import { test } from './people.js';

test('a browser that prefers Spanish gets it, and the switch keeps what was typed and the choice', async ({
  newPage,
}) => {
  const page = await newPage({ locale: 'es-MX' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Le damos la bienvenida' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');

  await page.setViewportSize({ width: 1000, height: 800 });
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await sideways(), 'its longer words fit').toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await sideways()).toBe(0);

  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Consultar estado' }).click();
  await page.getByLabel('Apellido del miembro').fill('Núñez');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Ingrese el ID del referido o el nombre, el apellido y la fecha').first()).toBeVisible();

  const main = page.getByRole('main');
  await expect(main).not.toHaveAttribute('lang');

  const loaded = await page.evaluate(() => performance.timeOrigin);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check Status' })).toBeVisible();
  await expect(page).toHaveTitle('Check Status · Throughline');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('The page is in English.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Español' })).toBeFocused();
  await expect(page.getByLabel('Member Last Name')).toHaveValue('Núñez');
  await expect(page.getByText("You must enter a referral ID or the member's").first()).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin), 'it was not loaded again').toBe(loaded);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Check Status' })).toBeVisible();
});
