import { withoutGroups } from '@throughline/contracts';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';

/** A setting in the address. Arrays are comma-separated. */
export type UrlValue = string | number | boolean | readonly string[];
export type UrlValues = Readonly<Record<string, UrlValue>>;

/** The type of a default without its literal value. */
export type Widened<T> = {
  [
    K in keyof T
  ]: T[K] extends readonly string[] ? readonly string[] : T[K] extends string ? string : T[K] extends number ? number : T[K] extends boolean ? boolean : T[K]; // prettier-ignore
};

/** The settings in an address. A missing or invalid setting has its default. */
export function readUrlState<T extends UrlValues>(parameters: URLSearchParams, defaults: T): Widened<T> {
  const read = Object.entries(defaults).map(([name, value]) => [name, parse(parameters.get(name), value)]);
  return Object.fromEntries(read) as Widened<T>;
}

/** The address after a change. Defaults are left out; other parameters stay. */
export function writeUrlState<T extends UrlValues>(
  parameters: URLSearchParams,
  defaults: T,
  change: Partial<Widened<T>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(change) as [string, UrlValue][]) {
    const text = print(value);
    if (text === print(defaults[name] ?? '')) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

const print = (value: UrlValue): string => (Array.isArray(value) ? value.join(',') : String(value));

function parse(text: string | null, fallback: UrlValue): UrlValue {
  if (text === null) return fallback;
  if (Array.isArray(fallback)) return text.split(',').filter((part) => part !== '');
  if (typeof fallback === 'boolean') return text === 'true' ? true : text === 'false' ? false : fallback;
  if (typeof fallback !== 'number') return text;
  const count = Number(text);
  return Number.isSafeInteger(count) && count >= 0 ? count : fallback;
}

/**
 * The parameters of the address as the page shows them, and a change of them. A change begins with the newest address: a choice that is made
 * before the page has rendered the one before it would take that one back otherwise.
 */
export function useAddress() {
  const { pathname } = useLocation();
  const [shown, setShown] = useSearchParams();
  const change = useCallback(
    (next: (before: URLSearchParams) => URLSearchParams, { replace = false } = {}) =>
      setShown((rendered) => next(location.pathname === pathname ? new URLSearchParams(location.search) : rendered), {
        replace,
        preventScrollReset: true,
      }),
    [pathname, setShown],
  );
  return [shown, change] as const;
}

/**
 * Filters, sort, page and search of a screen, kept in the address, so that Back, a reload and a shared link keep them. `defaults` must be a
 * constant. Typing should replace the history entry, and a choice should add one.
 *
 * @example const [view, setView] = useUrlState({ page: 0, search: '', status: [] as readonly string[] });
 *          setView({ search, page: 0 }, { replace: true });
 */
export function useUrlState<T extends UrlValues>(defaults: T) {
  const [parameters, setParameters] = useAddress();
  const state = useMemo(() => readUrlState(parameters, defaults), [parameters, defaults]);
  const change = useCallback(
    (next: Partial<Widened<T>>, how?: { readonly replace?: boolean }) =>
      setParameters((before) => writeUrlState(before, defaults, next), how),
    [setParameters, defaults],
  );
  return [state, change] as const;
}

/** The referral ID of the address (`:id`). An ID with spaces is corrected in the address, without a new history entry. */
export function useAddressedReferral(): string {
  const { id: typed = '' } = useParams();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const id = withoutGroups(typed);
  useEffect(() => {
    if (id !== typed) void navigate({ pathname: `../${id}`, search, hash }, { relative: 'path', replace: true });
  }, [id, typed, search, hash, navigate]);
  return id;
}
