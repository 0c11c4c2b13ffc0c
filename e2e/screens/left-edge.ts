import { expect, type Page } from '@playwright/test';

const softly = expect.configure({ soft: true, timeout: 5_000 });
const WIDTHS = [390, 1280, 1920] as const;

/** Expects one left edge for the header's logo, the page's title and each part of its content. The page is left at 1280 px. */
export async function expectOneLeftEdge(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const edges = () =>
      page.evaluate(() => {
        const left = (element: Element | null | undefined) => element?.getBoundingClientRect().left;
        const heading = document.querySelector('main h1');
        const frame = heading?.closest('main > *');
        // A part may show nothing, or a bar over the whole width.
        const parts = [...(frame?.querySelectorAll(':scope > *') ?? [])].filter((part) => part.clientHeight > 1);
        const mark = left(document.querySelector('header svg'));
        return { mark, title: left(heading), parts: parts.length, others: parts.map(left).filter((x) => x !== mark) };
      });
    const mark = width < 600 ? 16 : 24;
    const one = { mark, title: mark, parts: expect.any(Number), others: [] };
    // Scripts lay out parts of the page again, a moment after the window has its new width.
    await softly.poll(edges, `${page.url()}, ${width} px: left edges`).toEqual(one);
    expect.soft((await edges()).parts, `${page.url()}, ${width} px: parts of the content`).toBeGreaterThan(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}
