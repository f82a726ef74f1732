import type { Logger } from 'pino';

interface Parent {
  level: string;
  child: (bindings: { log: string }, options: { level: string }) => Pick<Logger, 'info'>;
}

/** What concerns security is logged at every level of the log except `silent`. */
export const securityLog = (log: Parent): Pick<Logger, 'info'> =>
  log.child({ log: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' });
