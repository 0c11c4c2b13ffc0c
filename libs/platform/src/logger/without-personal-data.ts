/** Fields that are or contain data that a person has sent or owns. They are dropped at any depth, in any case. */
const DROPPED = new Set(
  [
    'body',
    'rawBody',
    'payload',
    'data',
    'params',
    'query',
    'url',
    'originalUrl',
    'href',
    'headers',
    'rawHeaders',
    'cookie',
  ]
    .concat([
      'cookies',
      'authorization',
      'password',
      'passCode',
      'token',
      'secret',
      'login',
      'username',
      'email',
      'phone',
    ])
    .concat(['name', 'firstName', 'lastName', 'dateOfBirth', 'address', 'detail', 'parameters', 'ip', 'remoteAddress'])
    .map((key) => key.toLowerCase()),
);
const DEEPEST = 5;

/**
 * The parts of an object that may be logged: no field with a person's data, no query string, and of an error its type, its code, its
 * message without quoted values, and its stack.
 */
export function withoutPersonalData(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return describeError(value, depth);
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((item) => withoutPersonalData(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !DROPPED.has(key.toLowerCase()))
      .map(([key, inner]) => [key, withoutPersonalData(inner, depth + 1)]),
  );
}

function describeError(error: Error, depth: number): object {
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    message: maskText(error.message.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/gs, '"…"')),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'), // the first line repeats the message
    cause: error.cause === undefined || depth >= DEEPEST ? undefined : withoutPersonalData(error.cause, depth + 1),
  };
}

const EMAIL = /[^\s"'<>@/:]+@[^\s"'<>@/:]+\.[^\s"'<>@/:]+/g;
const QUERY = /((?:https?:\/\/|\/)[^\s?"']*)\?[^\s"']*/g;
/** Telephone and member numbers: 7 to 14 digits. A referral id has 15 and is no secret. */
const NUMBER = /(?<![\w-])(?:(?:\+1 ?)?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}|\+?\d{7,14})(?![\w-])/g;

const maskText = (text: string): string => text.replaceAll(EMAIL, '…').replaceAll(QUERY, '$1').replaceAll(NUMBER, '…');
