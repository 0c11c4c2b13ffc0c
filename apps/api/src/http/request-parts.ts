import { UnsupportedMediaTypeException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Route } from '@throughline/contracts';
import type { Request } from 'express';
import { parse } from './parse.js';
import { refuseUnknownParameters, refusesUnknownFields } from './unknown-fields.js';

/** The route of a handler, for guards: `reflector.get(RouteMetadata, handler)`. */
export const RouteMetadata = Reflector.createDecorator<Route>();

/** The parts of a request, parsed by the schemas of its route. */
export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  readonly body: unknown;
}

const refuseUnknownFieldsOf = new WeakMap<Route, (body: unknown) => void>();
const parsedParts = new WeakMap<Request, RequestParts>();

/**
 * Parses once per request. Throws 400 with the parameters and fields that are wrong or unknown, and 415 for a body of another type than
 * JSON.
 */
export function partsOf(route: Route, request: Request): RequestParts {
  const parsed = parsedParts.get(request) ?? parsePartsOf(route, request);
  parsedParts.set(request, parsed);
  return parsed;
}

function parsePartsOf(route: Route, request: Request): RequestParts {
  if (route.body && request.body === undefined && request.is('json') === false)
    throw new UnsupportedMediaTypeException();
  refuseUnknownParameters(route, request.query);
  const params = Object.entries(route.params ?? {}).map(([name, schema]) => [
    name,
    // The rest of a path comes in parts.
    parse(schema, [request.params[name]].flat().join('/')),
  ]);
  const query = route.query && parse(route.query, request.query);
  if (!route.upload) refuseUnknownFields(route, request.body);
  return {
    params: Object.fromEntries(params) as RequestParts['params'],
    query,
    body: route.body && parse(route.body, request.body),
  };
}

function refuseUnknownFields(route: Route, body: unknown): void {
  const refuse = refuseUnknownFieldsOf.get(route) ?? refusesUnknownFields(route);
  refuseUnknownFieldsOf.set(route, refuse);
  refuse(body);
}
