import { expectOneLeftEdge } from './left-edge.js';
import { test } from '../product/people.js';
import { SCREENS } from './screens.js';
import { expectWcag } from '../product/wcag.js';

for (const screen of SCREENS) {
  test(`${screen.name}: meets WCAG 2.2 AA in light and dark, wide and narrow, and has one left edge`, async ({
    signedIn,
    visitor,
  }) => {
    const page = screen.person === null ? await visitor() : await signedIn(screen.person);
    await screen.open(page);
    await expectWcag(page);
    await expectOneLeftEdge(page);
  });
}
