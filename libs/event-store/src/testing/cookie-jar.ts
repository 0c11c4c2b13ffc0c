import { type Decider, type DomainEvent, DomainError } from '@throughline/domain/kernel';

export type CookieJarEvent =
  DomainEvent<'CookiesBaked', { count: number }> | DomainEvent<'CookieEaten', { by: string }>;
export type CookieJarCommand = { type: 'BakeCookies'; count: number } | { type: 'EatCookie'; by: string };

/** A toy aggregate: the number of cookies that were baked and not eaten. */
export const cookieJar: Decider<number, CookieJarCommand, CookieJarEvent> = {
  category: 'cookieJar',
  initialState: 0,
  evolve: (cookies, event) => (event.type === 'CookiesBaked' ? cookies + event.data.count : cookies - 1),
  decide(cookies, command) {
    if (command.type === 'BakeCookies') {
      return command.count === 0 ? [] : [{ type: 'CookiesBaked', data: { count: command.count } }];
    }
    if (cookies === 0) throw new DomainError('cookie/jar-empty', 'There are no cookies left.');
    return [{ type: 'CookieEaten', data: { by: command.by } }];
  },
};
