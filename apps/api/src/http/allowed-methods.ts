import { MethodNotAllowedException } from '@nestjs/common';
import { methodOf, pathOf, ROUTES } from '@throughline/contracts';
import type { RequestHandler } from 'express';

/** Sorts after every character of a word, so that an address in words comes before one that has a parameter in place of a word. */
const PARAMETER = '~';

const templates = ROUTES.map((route) => ({
  method: methodOf(route),
  template: pathOf(route).replaceAll(/\{\w+\}/g, PARAMETER),
}));

/** As the router reads addresses: a parameter is anything but a slash, and letters are of any case. */
const ADDRESSES = [...new Set(templates.map(({ template }) => template))].sort().map((address) => ({
  pattern: new RegExp(`^${address.replaceAll(PARAMETER, '[^/]+')}/?$`, 'i'),
  methods: templates
    .filter(({ template }) => template === address)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
}));

/**
 * The methods of an address under /api; none: no route has it. An address in words is never one with a parameter as well: `/notes/create` is not
 * the notes of a referral that is called `create`, whatever the method.
 */
export const methodsAt = (path: string): readonly string[] =>
  ADDRESSES.find(({ pattern }) => pattern.test(path))?.methods ?? [];

/** Under /api: refuses a method that the address does not have, before a route with a parameter is tried in its place. */
export const allowedMethods: RequestHandler = ({ method, path }, response, next) => {
  const methods = methodsAt(path);
  if (methods.length === 0 || methods.includes(method)) return next();
  response.setHeader('Allow', methods.join(', '));
  next(new MethodNotAllowedException());
};
