import { applyDecorators, createParamDecorator, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { methodOf, pathOf, type Route } from '@throughline/contracts';
import type { Request } from 'express';
import type { z } from 'zod';
import type { CommandContext, CommandResult } from '../command/command-context.js';
import { Idempotent, newCommandContext } from '../command/idempotent.js';
import type { Caller } from '../identity/caller.js';
import { partsOf, RouteMetadata } from './request-parts.js';

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A handler's argument: the parsed parts of the request, its caller and, for a command, its context. */
export interface RouteRequest<R extends Route> {
  readonly params: { readonly [Name in keyof R['params']]: OutputOf<R['params'][Name]> };
  readonly query: OutputOf<R['query']>;
  readonly body: OutputOf<R['body']>;
  readonly caller: Caller;
  /** Checks the permission again now and resolves with the caller: for acts on rights, which run one at a time. Throws like the guard. */
  readonly stillAllowed: () => Promise<Caller>;
  /** Aborted when the client has disconnected before the answer. */
  readonly gone: AbortSignal;
  readonly context: R extends { readonly idempotent: true | 'by-stream' } ? CommandContext : undefined;
}

/** Lets a handler return readonly data. */
type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

type Data<R extends Route> = R['answer'] extends z.ZodType ? DeepReadonly<z.output<R['answer']>> : unknown;

type Result<R extends Route> = R extends { readonly idempotent: true | 'by-stream' } ? CommandResult<Data<R>> : Data<R>;

type Handler<R extends Route> = (request: RouteRequest<R>, ...rest: never[]) => Result<R> | Promise<Result<R>>;

/**
 * Makes a method the handler of a route. Its path, status, permission, validation and, for a command, idempotency come from the route. The
 * method's first parameter is a `RouteRequest` of the route, and its return type must be the route's answer.
 */
export function Serves<R extends Route>(route: R) {
  return <M extends Handler<R>>(target: object, name: string, descriptor: TypedPropertyDescriptor<M>): void => {
    ParsedRequest(route)(target, name, 0);
    applyDecorators(
      RequestMapping({ method: RequestMethod[methodOf(route)], path: routerPath(route) }),
      HttpCode(route.status ?? 200),
      RouteMetadata(route),
      ...(route.idempotent === true ? [Idempotent()] : []),
    )(target, name, descriptor);
  };
}

/** The path as the router writes it. */
export const routerPath = (route: Route): string =>
  pathOf(route).replaceAll(/\{(\w+)\}/g, (_, name: string) => `${name === route.rest ? '*' : ':'}${name}`);

const ParsedRequest = createParamDecorator((route: Route, execution: ExecutionContext): RouteRequest<Route> => {
  const request = execution.switchToHttp().getRequest<Request>();
  return {
    ...partsOf(route, request),
    caller: request.caller,
    stillAllowed: request.stillAllowed,
    get gone() {
      return goneOf(request);
    },
    context: route.idempotent === 'by-stream' ? newCommandContext(request, route) : request.commandContext,
  } as RouteRequest<Route>;
});

function goneOf({ res }: Request): AbortSignal {
  const controller = new AbortController();
  const close = () => {
    if (!res?.writableEnded) controller.abort();
  };
  // The client may have disconnected while its permission was checked.
  if (res?.closed) close();
  else res?.once('close', close);
  return controller.signal;
}
