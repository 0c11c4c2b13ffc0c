import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { MethodNotAllowedException } from '@nestjs/common';
import { Router, type RequestHandler } from 'express';
import helmet from 'helmet';
import { sendFailure } from '../http/envelope.js';
import { failureOf } from '../http/failure-of.js';
import { openApiDocument } from './openapi-document.js';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** The rest of that package is not served, and not in the production image. */
const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Has no inline scripts or styles, because the policy allows only the API's own files. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Throughline API</title>
    <meta name="viewport" content="width=device-width" />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <script defer src="docs/swagger-ui-bundle.js"></script>
    <script defer src="docs/start.js"></script>
  </head>
  <body>
    <main id="swagger-ui"></main>
  </body>
</html>
`;
const START = `SwaggerUIBundle({ url: 'docs.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });\n`;

/** /docs for people and /docs.json for tools. */
export function apiDocs(): Router {
  const document = openApiDocument();
  const router = Router();
  router.get('/docs.json', (_request, response) => void response.json(document));
  router.get('/docs', policy, (_request, response) => void response.type('html').send(PAGE));
  router.get('/docs/start.js', (_request, response) => void response.type('js').send(START));
  for (const file of SWAGGER_FILES) {
    router.get(`/docs/${file}`, (_request, response) => response.sendFile(file, { root: SWAGGER_UI }));
  }
  router.all(['/docs.json', '/docs', '/docs/start.js'], refuseMethod);
  return router;
}

const refuseMethod: RequestHandler = (request, response) => {
  response.setHeader('Allow', 'GET, HEAD');
  sendFailure(response, failureOf(new MethodNotAllowedException(), request.correlationId));
};

const policy: RequestHandler = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
});
