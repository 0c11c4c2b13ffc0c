import { describe, expect, it } from '@jest/globals';
import { isHarmlessAddress } from './link-address.js';

describe('A link that is written carelessly is taken', () => {
  it.each([
    // Bare addresses, with any common ending, or with punctuation of the sentence around them.
    ...[
      'www.example.org.',
      'example.de',
      'example.co.uk',
      'example.io',
      'example.ai/x',
      'example.dental',
      'example.healthcare',
    ],
    ...[
      'example.org:8080/x',
      'my_site.example.com',
      'www.my_site.com',
      'bücher.com',
      'xn--bcher-kva.com',
      'wwww.example.org',
    ],
    ...[
      '"https://example.org"',
      '<https://example.org>',
      '(https://example.org)',
      '“www.example.org”',
      '[example.org]',
    ],
    ...[
      'URL:https://example.org',
      'Web: www.example.org',
      'Website: example.org',
      'Sitio web: www.example.org',
      '1. www.example.org',
    ],
    // Typing errors in schemes, blanks and slashes.
    ...[
      'http//www.example.org',
      'htp://example.org',
      'ttps://example.org',
      'htttp://example.org',
      'hhttps://www.example.org',
    ],
    ...['http:\\\\www.example.org', 'https:\\/\\/example.org', 'http:///www.example.org', 'www,example.org'],
    ...[
      'https ://example.org',
      'h ttps://example.org',
      'https://exam ple.org',
      'www. example.org',
      'www.example. org',
      'www.example\u00a0.org',
    ],
    // E-mail addresses.
    ...[
      'a@b.example',
      'a@b.example.',
      'a@b',
      'mailto : a@b.example',
      'mail to:a@b.example',
      'email:a@b.example',
      'Email: a@b.example',
    ],
    ...[
      'E-mail a@b.example',
      '<a@b.example>',
      'A. Ruiz <a@b.example>',
      '"Ruiz, A." <a@b.example>',
      'José Ñáñez <a@b.example>',
    ],
    ...[
      'a@b.example;c@d.example',
      'a@b.example, c@d.example',
      'www.example.org and www.example.com',
      'a @ b.example',
      'a@klinika.pl',
      'a@example.xn--p1ai',
      'bu\u0308cher.com',
    ],
    // Telephones.
    ...[
      '602-555-0100',
      '(602) 555-0100',
      '+1 602 555 0100',
      '602.555.0100',
      '6025550100',
      '602-555-0100 ext. 12',
      '1-800-CALL-NOW',
    ],
    ...[
      'Tel: 602-555-0100',
      'tel 6025550100',
      'Phone: (602) 555-0100',
      'Teléfono: 602-555-0100',
      'fax:6025550100',
      'sms:6025550100',
    ],
    ...['callto:6025550100', 'Fax 602-555-0100', 'Cell: 602-555-0100'],
    // Placeholders that are meant to lead nowhere.
    ...['www.', 'www', 'http', 'http://', 'https://', '-', '–', '?', 'n/a', 'N/A', 'TBD', 'tba', '___', '#p2', '', ' '],
    ...['none', 'None', '(none)', 'n.a.', 'pending', 'unknown', 'null'],
    // Words that a viewer cannot open.
    ...[
      'page 3',
      'Click here',
      'Click here!',
      'ext. 12',
      'ISBN 123',
      'my file',
      'See your doctor, please.',
      'haga clic aquí',
    ],
    ...['page 3 of 12', 'Dr. Park’s office', 'Room 4-12', '(see below)', '“Click here”'],
    // Identifiers of publications, which are opened in catalogues.
    ...['doi:10.1/x', 'DOI: 10.1000/182', '10.1000/182', '10.1016/j.jbi.2019.103208', 'doi:10.1002/(SICI)1097-0258'],
    ...['urn:isbn:9780306406157', 'isbn:0306406152', 'issn:1234-5678', 'pmid:31234567', 'arxiv:2101.00001'],
    ...['https//:example.org', 'http//:www.example.org/x', 'http:/:example.org'],
    // Addresses with a word before them, or a typing error at the colon.
    ...['call 602-555-0100', 'see www.example.org', 'Visit: example.org', 'tel.: 6025550100', 'http;//www.example.org'],
  ])('%s', (address) => expect(isHarmlessAddress(address)).toBe(true));
});

describe('A link of a document whose links are relative to a site', () => {
  it.each(['page2', 'page-2', 'help/page2', 'page2#top', 'page2?x=1', 'Página', 'a/b/c/'])(
    'may be a page of it: %s',
    (address) => {
      expect(isHarmlessAddress(address)).toBe(false);
      expect(isHarmlessAddress(address, { isOfSite: true })).toBe(true);
    },
  );

  it.each([
    ...[
      'x.exe',
      'other.html',
      '../x',
      '..',
      '.',
      '/x',
      '//host',
      '\\\\host',
      'a\\b',
      'a/../b',
      'a/..',
      'a/%2e%2e/b',
      'a//b',
      '~',
    ],
    ...[
      'javascript:x',
      'java\tscript:x',
      'file:x',
      'C:x',
      'a:b',
      'cmd',
      'calc',
      'POWERSHELL',
      'a/cmd',
      '-x',
      '%TEMP%',
      'page2.',
    ],
    ...['page2#\\', 'page2?\u0000x', 'page2:80', 'ｐage', '$(calc)', '|calc'],
  ])('may not be %j', (address) => {
    expect(isHarmlessAddress(address, { isOfSite: true })).toBe(false);
  });
});
