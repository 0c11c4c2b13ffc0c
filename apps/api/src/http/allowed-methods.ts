import { MethodNotAllowedException } from '@nestjs/common';
import { methodOf, pathOf, ROUTES } from '@throughline/contracts';
import type { RequestHandler } from 'express';

/** Sorts after every character of a word, so that a path with a word comes before one that has a parameter in the same place. */
const PARAMETER = '~';

const templates = ROUTES.map((route) => ({
  method: methodOf(route),
  template: pathOf(route).replaceAll(/\{\w+\}/g, PARAMETER),
}));

/** Matches paths like the router: a parameter is anything except a slash, and case does not matter. */
const ADDRESSES = [...new Set(templates.map(({ template }) => template))].sort().map((address) => ({
  pattern: new RegExp(`^${address.replaceAll(PARAMETER, '[^/]+')}/?$`, 'i'),
  methods: templates
    .filter(({ template }) => template === address)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
}));

/**
 * The methods of a path under /api; empty: no route has it. A path with words is never also one with a parameter: `/notes/create` does not
 * mean the notes of a referral with the id `create`, whatever the method.
 */
export const methodsAt = (path: string): readonly string[] =>
  ADDRESSES.find(({ pattern }) => pattern.test(path))?.methods ?? [];

/** Refuses, under /api, a method that the path does not have, before a route with a parameter could match it. */
export const allowedMethods: RequestHandler = ({ method, path }, response, next) => {
  const methods = methodsAt(path);
  if (methods.length === 0 || methods.includes(method)) return next();
  response.setHeader('Allow', methods.join(', '));
  next(new MethodNotAllowedException());
};
