import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { failure, IDEMPOTENCY_KEY_HEADER, POSITION_HEADER, success } from '@throughline/contracts';
import { RELEASE } from '@throughline/platform';
import { z } from 'zod';
import type { DocumentedRoute } from './documented-route.js';
import { ROUTES } from './routes.js';

/** The OpenAPI document, from the very schemas that requests are checked against. */
export function openApiDocument() {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'accessToken', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
  for (const route of ROUTES) registry.registerPath(pathOf(route));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Throughline',
      version: RELEASE,
      description: 'Every answer is {success, message, data}; a failure also carries a stable code.',
    },
    servers: [{ url: '/api' }],
  });
}

function pathOf(route: DocumentedRoute): RouteConfig {
  const { method, path, summary, query, body, form, data, written, open } = route;
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()]);
  return {
    method,
    path,
    summary,
    tags: [path.split('/')[1] ?? ''],
    security: open ? [] : [{ accessToken: [] }],
    request: {
      ...(parameters.length > 0 && { params: z.object(Object.fromEntries(parameters)) }),
      ...(query && { query }),
      ...(written && { headers: z.object({ [IDEMPOTENCY_KEY_HEADER]: z.uuid().optional() }) }),
      ...(form && { body: { required: true, content: { 'multipart/form-data': { schema: form } } } }),
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
    },
    responses: {
      [written ?? 200]: {
        description: 'Done',
        content: data === 'file' ? { 'application/pdf': {} } : { 'application/json': { schema: success(data) } },
        ...(written && { headers: z.object({ [POSITION_HEADER]: z.string() }) }),
      },
      default: { description: 'Refused', content: { 'application/json': { schema: failure } } },
    },
  };
}
