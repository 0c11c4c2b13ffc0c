import { describe, expect, it } from '@jest/globals';
import { MAIL_TOPICS } from '@throughline/domain';
import { topicOf } from './unsubscribe-page.js';

const SIGNATURE = 'x'.repeat(43);
const encoded = (part: string) => Buffer.from(part).toString('base64url');

describe('The link of a mail', () => {
  it.each(MAIL_TOPICS)('says that it is about %s', (topic) => {
    expect(topicOf(`${encoded('u.ana')}.${encoded(topic)}.1795521600.${SIGNATURE}`)).toBe(topic);
  });

  it.each([
    '',
    'garbage',
    `dS5hbmE.${encoded('note')}`,
    `dS5hbmE.${encoded('note')}.1795521600.${SIGNATURE.slice(1)}`,
    `dS5hbmE.${encoded('note')}.tomorrow.${SIGNATURE}`,
    `dS5hbmE.note.1795521600.${SIGNATURE}`,
    `dS5hbmE.${encoded('weather')}.1795521600.${SIGNATURE}`,
  ])('is not whole as %j', (token) => expect(topicOf(token)).toBeNull());
});
