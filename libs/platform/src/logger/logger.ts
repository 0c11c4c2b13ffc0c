import { type Bindings, type DestinationStream, type LogFn, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Config } from '../config/config.js';
import { LogDestination } from './log-destination.js';
import { withoutPersonalData } from './without-personal-data.js';

export type { Logger };

/**
 * Writes one line of JSON per message, to stdout by default; it never fails (`LogDestination`). Objects and errors pass
 * `withoutPersonalData`; the message is a constant text of the caller.
 */
export function createLogger(name: string, config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const scrub = (object: object): Record<string, unknown> => withoutPersonalData(object) as Record<string, unknown>;
  const logger = pino(
    {
      level: config.logLevel,
      base: { app: name, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (described: unknown) => described }, // by withoutPersonalData
      hooks: {
        logMethod(args, log) {
          log.apply(this, spoken(args));
        },
      },
      formatters: { level: (level) => ({ level }), log: scrub },
    },
    destination ?? new LogDestination(droppedLine(name)),
  );
  const { child } = logger;
  logger.child = function scrubbed(this: Logger, bindings: Bindings, options?: object) {
    return child.call(this, scrub(bindings), options); // pino does not apply formatters to these
  } as typeof child;
  return logger;
}

/** The logger does not write this line: its destination does, to report dropped lines. */
const droppedLine = (app: string) => (count: number) => {
  const msg = `${count} log lines were dropped`;
  return JSON.stringify({ level: 'warn', time: new Date().toISOString(), app, pid: process.pid, msg });
};

/** Without a message of the caller, pino would log the error's own, with the values that it quotes. Its name is logged instead. */
function spoken(args: Parameters<LogFn>): Parameters<LogFn> {
  const [first, message] = args as [unknown, unknown];
  if (message !== undefined || typeof first !== 'object' || first === null) return args;
  const error = first instanceof Error ? first : 'err' in first ? first.err : undefined;
  return error instanceof Error ? [first, error.name] : args;
}

/** NestJS's `LoggerService` on the same log. Its messages about modules and routes have the level debug. */
export const nestLogger = (logger: Logger) => ({
  log: (message: unknown): void => logger.debug(String(message)),
  warn: (message: unknown): void => logger.warn(String(message)),
  error: (message: unknown): void => logger.error(message instanceof Error ? { err: message } : {}, String(message)),
});
