import type { CapturedMail } from '@throughline/platform';

/** Served as a separate file, because the pages' policy forbids inline styles. */
export const STYLES = `
:root { color-scheme: light dark; color: light-dark(#16211f, #e6eceb); background: light-dark(#ffffff, #14191a); font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: start; padding-block: 0.5rem; }
th, td { text-align: start; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid light-dark(#6b7675, #8a9695); overflow-wrap: anywhere; }
td, dd, pre { vertical-align: top; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dd { margin: 0; }
pre { font: inherit; white-space: pre-wrap; border: 1px solid light-dark(#6b7675, #8a9695); border-radius: 0.5rem; padding: 1rem; }
a { display: inline-block; min-height: 1.5rem; color: light-dark(#12605a, #7fd0c6); }
`;

export function listPage(mails: readonly CapturedMail[]): string {
  const rows = mails.map(
    ({ id, to, subject, sentAt }) => `
        <tr>
          <td><a href="/dev/mailbox/${id}">${escaped(subject)}</a></td>
          <td>${escaped(to)}</td>
          <td>${time(sentAt)}</td>
        </tr>`,
  );
  const table = `
    <table>
      <caption>The newest first; the last 500 are kept.</caption>
      <thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
      <tbody>${rows.join('')}
      </tbody>
    </table>`;
  const none = '<p>No mail yet. Submit an order: the referrer is sent the referral ID.</p>';
  return page(
    'Mailbox',
    `<p>Mail and text messages that Throughline would have sent: no mail server is set (SMTP_URL). <a href="/dev/mailbox.json">As JSON</a></p>
    ${mails.length === 0 ? none : table}`,
  );
}

export function mailPage({ kind, from, to, subject, text, messageId, sentAt, unsubscribeUrl }: CapturedMail): string {
  return page(
    subject,
    `<p><a href="/dev/mailbox">All messages</a></p>
    <dl>
      ${kind === 'mail' ? `<dt>From</dt><dd>${escaped(from)}</dd>` : ''}
      <dt>To</dt><dd>${escaped(to)}</dd>
      <dt>Sent</dt><dd>${time(sentAt)}</dd>
      <dt>Message-ID</dt><dd>${escaped(messageId)}</dd>
      ${unsubscribeUrl === null ? '' : `<dt>List-Unsubscribe</dt><dd>${escaped(unsubscribeUrl)}</dd>`}
    </dl>
    <pre>${withLinks(text)}</pre>`,
  );
}

const LINK = /https?:\/\/[^\s<>"]+/g;

/** The links in a mail's text. */
export const linksIn = (text: string): readonly string[] => text.match(LINK) ?? [];

function withLinks(text: string): string {
  const links = linksIn(text).map((link) => `<a href="${escaped(link)}">${escaped(link)}</a>`);
  const between = text.split(LINK).map(escaped);
  return between.map((words, index) => words + (links[index] ?? '')).join('');
}

const time = (at: Date): string =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escaped(title)} - Throughline mailbox</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="/dev/mailbox/styles.css" />
  </head>
  <body>
    <main>
    <h1>${escaped(title)}</h1>
    ${content}
    </main>
  </body>
</html>
`;
