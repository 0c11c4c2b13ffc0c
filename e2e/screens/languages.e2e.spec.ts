import { readdir, readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { NoteTemplate } from '@throughline/contracts';
import { expectLive } from '../product/live-line.js';
import { mailTo } from '../product/mailbox.js';
import { test } from '../product/people.js';
import { expectWcagOfWords } from '../product/wcag.js';

const PASSWORD = 'Blue-river-42!';

/** A browser in which the switch was used, because the people's accounts are in English. */
async function inSpanish(of: Page, newPage: (options: object) => Promise<Page>): Promise<Page> {
  const page = await newPage({ locale: 'es-US', storageState: await of.context().storageState() });
  await page.addInitScript(() => localStorage.setItem('throughline.language', 'es'));
  return page;
}

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

  await page.goto('/unsubscribe/unknown');
  await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribe' })).toBeVisible();
});

test('a room of staff is in English, with all that it shares with other pages, within a frame in Spanish', async ({
  signedIn,
  newPage,
}) => {
  const before = await signedIn('staff');
  const page = await inSpanish(before, newPage);
  await page.goto('/queue');
  await expect(page.getByRole('button', { name: 'Cuenta:' })).toBeVisible();
  const room = page.locator('main [lang="en"]');
  await expect(room.getByRole('button', { name: 'Views' })).toBeVisible();
  const spokenAs = (part: Locator) => part.evaluate((element) => element.closest<HTMLElement>('[lang]')?.lang);
  await expect(page.locator('html'), 'the document is what its page and its title are').toHaveAttribute('lang', 'en');
  expect(await spokenAs(page.getByRole('banner'))).toBe('es');
  await room.getByRole('button', { name: 'Views' }).click();
  expect(await spokenAs(page.getByRole('dialog', { name: 'Views' })), 'what the page opens').toBe('en');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cuenta:' }).click();
  expect(await spokenAs(page.getByRole('menuitem', { name: 'Perfil' })), 'what the frame opens').toBe('es');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link').last()).toBeInViewport();
  const search = page.getByRole('searchbox', { name: 'Buscar referidos' });
  expect((await search.boundingBox())?.width, 'its words leave room for the search').toBeGreaterThan(96);
  await expect(room.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await page.goto('/referrals');
  await expect(page.getByRole('main').getByRole('button', { name: 'Vistas' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(room).toHaveCount(0);
  await expect(page.getByRole('cell').first()).toBeVisible();
  const heights = await page
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
  expect([...new Set(heights)], 'each row is one line, with its id').toEqual([40]);
});

interface CatalogueItem {
  readonly item: string;
  readonly itemEs: string;
  readonly description: string;
  readonly descriptionEs: string;
  readonly options?: readonly { readonly name: string; readonly nameEs: string }[];
}

type Texts = Readonly<Record<string, string>>;

async function textsIn(language: string): Promise<readonly (readonly [key: string, message: string])[]> {
  const folder = `apps/console/texts/${language}`;
  const files = (await readdir(folder)).map((file) => `${folder}/${file}`);
  const read = [...files, ...(language === 'es' ? ['libs/domain/src/kernel/es/words.json'] : [])];
  return (await Promise.all(read.map((file) => readFile(file, 'utf8')))).flatMap((texts) =>
    Object.entries(JSON.parse(texts) as Texts),
  );
}

/** What the catalogue says in English and otherwise in Spanish. */
async function catalogueInEnglish(): Promise<readonly string[]> {
  const { items } = JSON.parse(await readFile('catalogue/catalogue.json', 'utf8')) as {
    items: readonly CatalogueItem[];
  };
  return items.flatMap(({ item, itemEs, description, descriptionEs, options = [] }) => [
    ...(item === itemEs ? [] : [item]),
    ...(description === descriptionEs ? [] : [description]),
    ...options.filter(({ name, nameEs }) => name !== nameEs).map(({ name }) => name),
  ]);
}

/** What a message may be shown as; null if it says next to nothing besides its places. */
function shownAs(message: string): RegExp | null {
  const fixed = message
    .replaceAll("''", "'")
    .replaceAll(/{\w+, plural,(.*}) *}/g, '{}')
    .split(/{\w*}|<\/?\w+>/);
  if (fixed.join('').replaceAll(/\W/g, '').length < 2) return null;
  return new RegExp(`^${fixed.map((part) => part.replaceAll(/[^\w ]/g, '\\$&')).join('.*')}$`);
}

/** English words of a date, and of what a rule of the order says. */
const IN_ENGLISH = /^(Today|Yesterday)\b|\b[A-Z]\w+day, [A-Z][a-z]+ \d| (is required|must|not valid)\b/;

/** What the page shows or speaks in English, apart from what people wrote. */
async function englishOn(page: Page): Promise<readonly string[]> {
  const texts = await textsIn('es');
  const spanish = new Set(texts.map(([, message]) => message));
  // The words of the domain have their English as their key.
  const english = [
    ...(await textsIn('en')).map(([, message]) => message),
    ...texts.map(([key]) => key),
    ...(await catalogueInEnglish()),
  ];
  // An abbreviation is the same in both.
  const isWords = (message: string) => /^\W*[A-Z]/.test(message) && !/^[A-Z]+$/.test(message);
  const patterns = english.filter((message) => isWords(message) && !spanish.has(message)).map(shownAs);
  const lines = await page.evaluate(() => {
    const named = [...document.querySelectorAll('body *:not([lang="en"], [lang="en"] *)')];
    const spoken = named.flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'data-label'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, ...document.body.innerText.split('\n'), ...spoken];
  });
  const isEnglish = (line: string) => IN_ENGLISH.test(line) || patterns.some((pattern) => pattern?.test(line));
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== 'English' && isEnglish(line));
}

async function expectSpanish(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('main [lang="en"]:has(h1)')).toHaveCount(0);
  expect.soft(await englishOn(page), address).toEqual([]);
  await expectWcagOfWords(page);
}

test('the pages of everybody are in Spanish, and nothing of it is hard to read or use', async ({ newPage }) => {
  const page = await newPage({ locale: 'es-US' });
  for (const [address, heading] of [
    ['/', 'Le damos la bienvenida'],
    ['/check-referral', 'Consultar estado'],
    ['/create-referral', 'Nuevo referido'],
    ['/contact-us', 'Contáctenos'],
    ['/help', 'Ayuda y sugerencias'],
    ['/updates', 'Novedades'],
    ['/activate/unknown', 'Activar la cuenta'],
    ['/reset-password/unknown', 'Restablecer la contraseña'],
    ['/message/unknown', 'Nuestra respuesta a su mensaje'],
    [`/unsubscribe/dS5hbmE.bm90ZQ.1900000000.${'x'.repeat(43)}`, 'Cancelar la suscripción'],
    ['/nowhere', 'No se encontró la página'],
  ] as const)
    await expectSpanish(page, address, heading);
  await page.goto('/queue');
  await expect(page.getByRole('heading', { level: 1, name: 'Cola' })).toBeVisible();
  await expect(page.getByText('Inicie sesión para ver esta página')).toBeVisible();
});

test('the account and the notifications of a referrer are in Spanish', async ({ signedIn, newPage }) => {
  const page = await inSpanish(await signedIn('referrer'), newPage);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Lo que tiene pendiente' })).toBeVisible();
  expect.soft(await englishOn(page)).toEqual([]);
  await expectSpanish(page, '/user', 'Perfil');
  await expect(page.getByText('Cerrar sesión en todas partes, también aquí')).toBeVisible();
  await page.getByRole('button', { name: /^Notificaciones/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notificaciones' });
  await expect(panel.getByRole('listitem').first()).toContainText(/referido \d{15}/i);
  expect(await englishOn(page)).toEqual([]);
  await expectWcagOfWords(page);
});

test('a referrer sends an order, follows it and writes about it, all in Spanish', async ({ signedIn, newPage }) => {
  const before = await signedIn('referrer');
  const page = await inSpanish(before, newPage);
  const lastName = `Prado${Date.now().toString(36)}`;
  const fill = (path: string, text: string) => page.locator(`#${path.replace('.', '-')}`).fill(text);

  await test.step('fills it in, corrects it and sends it', async () => {
    await page.goto('/create-referral');
    await page.getByRole('button', { name: 'Enviar el referido' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enviar el referido' });
    await expect(dialog).toContainText('No ha elegido ningún artículo.');
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await expect(page.getByRole('link', { name: 'Miembro: Apellido: este dato es obligatorio.' })).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);

    // Another spec may have given the account a phone: the referrer is in one line then.
    if (await page.locator('#referralInfo-phone').isVisible()) await fill('referralInfo.phone', '6025550190');
    await fill('memberInfo.firstName', 'Ines');
    await fill('memberInfo.lastName', lastName);
    await fill('memberInfo.DOB', '04/12/1991');
    await page.getByRole('combobox', { name: 'Sexo' }).selectOption('Femenino');
    await fill('memberInfo.phone', '6025550147');
    await fill('memberInfo.address1', '12 Saguaro Way');
    await fill('memberInfo.city', 'Phoenix');
    await fill('memberInfo.zip', '85004');
    await page.getByRole('button', { name: 'Abrir Datos clínicos' }).click();
    await expect(page.locator('#memberInfo-height')).toBeFocused();
    await fill('memberInfo.height', '64');
    await fill('insuranceInfo.medicaidId', 'A12345678');
    await page.getByRole('combobox', { name: 'Estado' }).fill('York');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Nueva York (NY)']);
    await page.getByRole('combobox', { name: 'Estado' }).fill('Arizona');
    await page.getByRole('option', { name: 'Arizona' }).click();
    await expect(page.getByRole('button', { name: 'Incontinencia' })).toBeVisible();
    await page.getByLabel('Buscar artículos').fill('gloves');
    await expect(page.getByText('Guantes de examen, no estériles')).toBeVisible();
    await page.getByLabel('Buscar artículos').fill('guantes');
    await page.getByRole('combobox', { name: 'Opción de Guantes' }).click();
    await page.getByRole('option', { name: 'Mediano' }).click();
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(
      page.getByRole('textbox', { name: 'Cantidad de Guantes de examen, no estériles · Mediano' }),
    ).toBeVisible();
    await page.getByLabel('Buscar artículos').fill('');
    await fill('customItem.name', 'Cojín');
    await page.getByRole('button', { name: 'Agregar artículo especial' }).click();
    await expect(page.getByText('Agregado · Cojín')).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);

    await page.getByRole('button', { name: 'Enviar el referido' }).click();
    await expect(dialog).toContainText('Su referido se envió.');
    await expect(dialog).toContainText('PDF del referido generado');
    expect.soft(await englishOn(page)).toEqual([]);
  });

  await test.step('finds it in the list', async () => {
    await page.goto('/referrals?search=zzzzzz');
    await expect(page.getByText('Ningún referido coincide')).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);
    await page.getByLabel('Buscar', { exact: true }).fill(lastName);
    await expect(page.getByRole('cell', { name: `${lastName}, Ines` })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Remitente' })).toBeVisible();
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Filtros' }).getByRole('group', { name: 'Estado' })).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Vistas' }).click();
    await page.getByRole('button', { name: 'Guardar esta vista…' }).click();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(page.getByText('Nombre: este dato es obligatorio.')).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('cell').getByRole('link').first().click();
  });

  await test.step('opens its four parts', async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Registrar al paciente' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Artículo del referido');
    await expect(page.getByText('Guantes de examen, no estériles')).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Información' }).click();
    await expect(page.getByText('Femenino')).toBeVisible();
    await expect(page.getByText('64 pulg.')).toBeVisible();
    await expect(page.getByText('Guantes de examen, no estériles')).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Archivos' }).click();
    await page.getByRole('button', { name: 'Vista previa de' }).first().click();
    await expect(page.getByText(/^Página 1 de/)).toBeVisible();
    await expect(page.getByRole('cell', { name: 'PDF del referido' })).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);
    await page.route('**/api/notesTemplates*', async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: readonly NoteTemplate[] };
      const one = {
        ...answer.data[0],
        title: 'Signature',
        titleEs: 'Sin texto en español',
        noteText: '<p>Please sign it.</p>',
        noteTextEs: null,
      };
      await route.fulfill({ json: { ...answer, data: [one] } });
    });
    await page.getByRole('tab', { name: 'Notas' }).click();
    await page.getByRole('button', { name: 'Nueva nota' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nueva nota' });
    await dialog.getByRole('button', { name: 'Agregar la nota' }).click();
    await expect(dialog).toContainText('El texto de la nota es obligatorio');
    expect.soft(await englishOn(page)).toEqual([]);
    const template = dialog.getByRole('combobox', { name: 'Plantilla' });
    await template.selectOption('Sin texto en español');
    await expect(dialog.getByText('Please sign it.')).toHaveAttribute('lang', 'en');
    await dialog.getByRole('textbox', { name: 'Nota' }).pressSequentially(' ¿Quién firma?');
    await expect(dialog.locator('[lang="en"]').filter({ hasText: '¿Quién firma?' })).toHaveCount(0);
    await dialog.getByRole('textbox', { name: 'Nota' }).fill('');
    await template.selectOption('Ninguna');
    await dialog.getByRole('textbox', { name: 'Nota' }).pressSequentially('¿Cuándo llega?');
    await dialog.getByRole('button', { name: 'Agregar la nota' }).click();
    await expect(page.getByRole('article', { name: 'Nota de' })).toContainText('¿Cuándo llega?');
    expect.soft(await englishOn(page)).toEqual([]);
  });

  await test.step('and finds the note among all notes', async () => {
    await page.goto('/notes');
    await expect(page.getByRole('cell', { name: `${lastName}, Ines` })).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);
    await test.step('where no status is cut off', async () => {
      const labels = page
        .getByRole('cell')
        .locator('.MuiChip-label')
        .filter({ hasText: /^Pendiente/ });
      await expect(labels).not.toHaveCount(0);
      const cut = await labels.evaluateAll(
        (all) => all.filter((label) => label.scrollWidth > label.clientWidth).length,
      );
      expect.soft(cut).toBe(0);
    });
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    const filters = page.getByRole('dialog', { name: 'Filtros' });
    await filters.getByLabel('Solo notas que requieren una acción').click();
    expect.soft(await englishOn(page)).toEqual([]);
    await filters.getByRole('button', { name: 'Listo' }).click();
    await expect(page.getByRole('columnheader', { name: 'Espera' })).toBeVisible();
    expect.soft(await englishOn(page)).toEqual([]);
  });
});

test('what has a name or a text in English only is marked as English on a page in Spanish', async ({ newPage }) => {
  const page = await newPage({ locale: 'es-US' });
  await page.route('**/catalogue/words', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: Record<string, string> };
    const { Cane: _, ...data } = answer.data;
    await route.fulfill({ json: { ...answer, data } });
  });
  await page.route('**/banners', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object };
    const data = [
      { bannerId: 'maintenance', text: 'Back at two', textEs: 'Volvemos a las dos' },
      { bannerId: 'update', text: 'Written in English', textEs: null },
    ];
    await route.fulfill({ json: { ...answer, data } });
  });
  await page.goto('/create-referral');
  await page.getByRole('combobox', { name: 'Estado' }).fill('Texas');
  await page.getByRole('option', { name: 'Texas' }).click();
  await page.getByLabel('Buscar artículos').fill('cane');
  await expect(page.getByText('Cane', { exact: true })).toHaveAttribute('lang', 'en');
  await expect(page.getByText('De aluminio, altura ajustable.')).not.toHaveAttribute('lang');
  await expect(page.getByText('Written in English')).toBeVisible();
  await expect(page.locator('[lang="en"]').filter({ hasText: 'Written in English' })).toBeVisible();
  await expect(page.locator('[lang="es"]').filter({ hasText: 'Volvemos a las dos' }).last()).toBeVisible();
  await expect(page.getByText('Back at two')).toBeHidden();
});

test('an account that is opened in Spanish has its mails and its pages in Spanish, in every browser', async ({
  newPage,
}) => {
  const email = `rosa.${Date.now()}@clinica.example`;
  const page = await newPage({ locale: 'es-US' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Registrarse' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear una cuenta' });
  await dialog.getByLabel('Nombre').fill('Rosa');
  await dialog.getByLabel('Apellido').fill('Núñez');
  await dialog.getByLabel('Correo electrónico').fill(email);
  await dialog.getByLabel('Teléfono').fill('6025550149');
  await dialog.getByLabel('Estado').selectOption('AZ');
  await dialog.getByRole('button', { name: 'Crear una cuenta' }).click();
  await expect(page.getByText(`Revise el buzón de ${email}`)).toBeVisible();

  const { links } = await mailTo(page, email, 'Active su cuenta');
  await page.goto(links[0] ?? '');
  await page.getByLabel('Contraseña nueva').fill(PASSWORD);
  await page.getByLabel('Confirme la contraseña').fill(PASSWORD);
  await page.getByRole('button', { name: 'Activar la cuenta' }).click();
  await expect(page.getByText('Su cuenta está activa.')).toBeVisible();

  const elsewhere = await newPage({ locale: 'en-US' });
  await elsewhere.goto('/');
  await elsewhere.getByRole('button', { name: 'Login' }).first().click();
  await elsewhere.getByLabel('Username').fill(email);
  await elsewhere.getByLabel('Password').fill(PASSWORD);
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click();
  await expect(elsewhere.locator('html'), 'the language of the account').toHaveAttribute('lang', 'es');

  await elsewhere.route('**/users/user/language', (route) => route.fulfill({ status: 503 }));
  await elsewhere.getByRole('button', { name: 'English' }).click();
  await expect(elsewhere.getByText('The language of your mails could not be changed.').last()).toBeVisible();
  await elsewhere.unrouteAll();
  const recorded = elsewhere.waitForResponse((answer) => answer.url().endsWith('/users/user/language'));
  await elsewhere.reload();
  expect((await recorded).status()).toBe(200);
});

test('a live change leaves the language of the document alone, since setting it computes the style of the whole page', async ({
  signedIn,
  apiAs,
}) => {
  const colleague = await apiAs('staff2');
  const page = await signedIn('staff');
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first();
  const address = await row.getByRole('link').first().getAttribute('href');
  const [before, taskId] = [await row.textContent(), address!.split('/').at(-1)!.split('?')[0]!];
  const set = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver((records) => seen.push(...records.map(({ attributeName }) => attributeName ?? ''))).observe(
      document.documentElement,
      { attributes: true },
    );
    return seen;
  });
  await colleague.post(`/tasks/${taskId}/claim`);
  await expect(row).not.toHaveText(before!);
  expect(await set.jsonValue()).toEqual([]);
  await colleague.post(`/tasks/${taskId}/release`);
});
