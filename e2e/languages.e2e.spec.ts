import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
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

/** Texts of an order that are shown in English, line for line. */
async function englishOn(page: Page): Promise<readonly string[]> {
  const textsIn = async (language: string) => {
    const parts = ['order-form', 'item-picker', 'order-result', 'pager', 'search-select', 'ui'];
    const files = parts.map((part) => readFile(`apps/console/texts/${language}/${part}.json`, 'utf8'));
    return (await Promise.all(files)).flatMap((texts) => Object.values(JSON.parse(texts) as Record<string, string>));
  };
  const spanish = await textsIn('es');
  const english = (await textsIn('en')).filter((text) => !spanish.includes(text));
  const lines = (await page.locator('body').innerText()).split('\n');
  return lines.filter((line) => english.includes(line.trim()) || / (is required|must|not valid)\b/.test(line));
}

test('an order is filled in, corrected and sent in Spanish', async ({ newPage }) => {
  const page = await newPage({ locale: 'es-US' });
  await page.goto('/create-referral');
  const fill = (path: string, text: string) => page.locator(`#${path.replace('.', '-')}`).fill(text);
  await page.getByRole('button', { name: 'Enviar el referido' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar el referido' });
  await expect(dialog).toContainText('No ha elegido ningún artículo.');
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('link', { name: 'Miembro: Apellido: este dato es obligatorio.' })).toBeVisible();
  expect(await englishOn(page)).toEqual([]);

  await fill('referralInfo.firstName', 'Rosa');
  await fill('referralInfo.lastName', 'Núñez');
  await fill('referralInfo.email', 'rosa@clinica.example');
  await fill('referralInfo.phone', '6025550190');
  await fill('memberInfo.firstName', 'Inés');
  await fill('memberInfo.lastName', 'Peña');
  await fill('memberInfo.DOB', '04/12/1991');
  await page.getByRole('combobox', { name: 'Sexo' }).selectOption('Femenino');
  await fill('memberInfo.phone', '6025550147');
  await fill('memberInfo.address1', '12 Saguaro Way');
  await fill('memberInfo.city', 'Phoenix');
  await fill('memberInfo.zip', '85004');
  await fill('insuranceInfo.medicaidId', 'A12345678');
  await page.getByRole('combobox', { name: 'Estado' }).fill('Arizona');
  await page.getByRole('option', { name: 'Arizona' }).click();
  await expect(page.getByRole('button', { name: 'Incontinencia' })).toBeVisible();
  await fill('customItem.name', 'Cojín');
  await page.getByRole('button', { name: 'Agregar artículo especial' }).click();
  await expect(page.getByText('Agregado · Cojín')).toBeVisible();
  expect(await englishOn(page)).toEqual([]);

  await page.getByRole('button', { name: 'Enviar el referido' }).click();
  await expect(dialog).toContainText('Su referido se envió.');
  await expect(dialog).toContainText('PDF del envío generado');
  expect(await englishOn(page)).toEqual([]);
});
