import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@throughline/platform';

/** What NestJS says goes into the same log; its news of every module and route only when asked for. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => logger.debug(String(message)),
  warn: (message: unknown) => logger.warn(String(message)),
  error: (message: unknown) => logger.error(message instanceof Error ? { err: message } : {}, String(message)),
});
