import type { CapturedMail, Mailbox } from '@throughline/platform';
import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { linksIn, listPage, mailPage, STYLES } from './mailbox-pages.js';

/**
 * /mailbox for people and /mailbox.json for tools: the mail that was captured because no mail server is set (SMTP_URL), newest first. A
 * reader can activate any account with it, so an installation for real people needs a mail server.
 */
export function mailboxPages(mailbox: Mailbox, publicOrigin: string): Router {
  const router = Router();
  router.use(underOwnNames(publicOrigin));
  router.get('/mailbox.json', async (_request, response) => {
    response.json((await mailbox.list()).map(asJson));
  });
  router.get('/mailbox', policy, async (_request, response) => {
    response.type('html').send(listPage(await mailbox.list()));
  });
  router.get('/mailbox/styles.css', (_request, response) => void response.type('css').send(STYLES));
  router.get('/mailbox/:id', policy, async ({ params }, response, next) => {
    const id = String(params['id']);
    const mail = /^\d{1,9}$/.test(id) ? await mailbox.find(Number(id)) : undefined;
    if (mail === undefined) return next();
    response.type('html').send(mailPage(mail));
  });
  return router;
}

/** Any other host is refused: a website could point a name of its own at this machine (DNS rebinding) and read the mail. */
function underOwnNames(publicOrigin: string): RequestHandler {
  const names = [new URL(publicOrigin).hostname, 'localhost', '127.0.0.1', '[::1]'];
  return ({ headers: { host = '' } }, _response, next) => {
    const address = `http://${host}`;
    next(URL.canParse(address) && names.includes(new URL(address).hostname) ? undefined : 'router');
  };
}

const asJson = (mail: CapturedMail) => ({ ...mail, links: linksIn(mail.text) });

const policy: RequestHandler = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], styleSrc: ["'self'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
});
