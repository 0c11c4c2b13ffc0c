import { expectOneLeftEdge } from './left-edge.js';
import { test } from '../product/people.js';
import { SCREENS } from './screens.js';
import { expectWcag } from '../product/wcag.js';

for (const screen of SCREENS) {
  const title = `${screen.name}: meets WCAG 2.2 AA, and has one left edge`;
  test(title, { tag: screen.isLikeAnother ? '@long' : [] }, async ({ signedIn, visitor }) => {
    const page = screen.person === null ? await visitor() : await signedIn(screen.person);
    await screen.open(page);
    await expectWcag(page);
    await expectOneLeftEdge(page);
  });
}
