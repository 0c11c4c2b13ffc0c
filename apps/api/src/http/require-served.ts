import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { type Route, ROUTES } from '@throughline/contracts';
import { RouteMetadata } from './request-parts.js';

type Module = Type | DynamicModule;

/**
 * Throws, so that the API does not start, unless each route of the contracts has exactly one handler (`@Serves`) in the controllers of the module and of
 * those that it imports.
 */
export function requireServed(module: Module, routes: readonly Pick<Route, 'endpoint'>[] = ROUTES): void {
  const served = [...controllersIn(module, new Set())].flatMap(endpointsOf);
  const wrong = routes.flatMap(({ endpoint }) => {
    const handlers = served.filter((one) => one === endpoint).length;
    return handlers === 1 ? [] : [`${endpoint} has ${handlers === 0 ? 'no handler' : `${handlers} handlers`}`];
  });
  if (wrong.length > 0) throw new Error(`${wrong.join('; ')}. Is its controller named in app.module.ts, once?`);
}

function controllersIn(module: Module, found: Set<Type>): ReadonlySet<Type> {
  const dynamic = 'module' in module ? module : null;
  const of = (key: 'controllers' | 'imports') => [
    ...((Reflect.getMetadata(
      MODULE_METADATA[key === 'imports' ? 'IMPORTS' : 'CONTROLLERS'],
      dynamic?.module ?? module,
    ) as Module[] | undefined) ?? []),
    ...((dynamic?.[key] as Module[] | undefined) ?? []),
  ];
  for (const controller of of('controllers')) found.add(controller as Type);
  for (const imported of of('imports')) controllersIn(imported, found);
  return found;
}

const endpointsOf = ({ prototype }: Type): readonly string[] =>
  Object.values(Object.getOwnPropertyDescriptors(prototype as object)).flatMap(({ value }) => {
    const method: unknown = value;
    const route =
      typeof method === 'function' ? (Reflect.getMetadata(RouteMetadata.KEY, method) as Route | undefined) : undefined;
    return route === undefined ? [] : [route.endpoint];
  });
