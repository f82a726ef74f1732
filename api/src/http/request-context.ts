import 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { CurrentUser } from '../auth/current-user.ts';
import type { LinkDelivery } from '../auth/one-time-links.ts';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Db } from '../db/database.ts';
import type { Live } from './live.ts';
import type { SecurityEvent } from './request-log.ts';

declare module 'fastify' {
  interface FastifyInstance {
    db: Db;
    /** As one person may use it. */
    dbOf(personId: string): Db;
    live: Live;
    /** Set before the server closes: from then on it is not ready. */
    isStopping: boolean;
    linkDelivery: LinkDelivery;
    secretBox: SecretBox;
    whoIs(request: FastifyRequest): Promise<CurrentUser>;
  }
  interface FastifyRequest {
    caller: CurrentUser | null;
    holdsKey: boolean;
    language: Language;
    /** What of interest to security this request did, for its log line. */
    securityEvent: SecurityEvent | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Its name in the audit log. */
    action?: string;
    /** What a record that somebody else changed meanwhile is shown by: the first that it fits. */
    shows?: readonly z.ZodType[];
  }
}
