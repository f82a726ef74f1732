import 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { NamedPlaces } from '../backup-places.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import type { LinkDelivery } from '../auth/one-time-links.ts';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Db } from '../db/database.ts';
import type { Reports } from '../db/reports.ts';
import type { MailSource } from '../mail/mail-source.ts';
import type { Live } from './live.ts';
import type { SecurityEvent } from './request-log.ts';

declare module 'fastify' {
  interface FastifyInstance {
    db: Db;
    /** The database, limited to one person's share of the pool. */
    dbOf(personId: string): Db;
    /** The replica for reports; null if there is none. */
    reports: Reports | null;
    live: Live;
    /** Set before the server closes. From then on it is not ready. */
    isStopping: boolean;
    linkDelivery(db: Db): Promise<LinkDelivery>;
    mail: MailSource;
    secretBox: SecretBox;
    /** What one person may upload in a day. */
    uploadMegabytes: number;
    /** What the environment says about where backups go. */
    backupPlaces: NamedPlaces;
    /** Whether this process also does the background work, such as the backups. */
    hasBackground: boolean;
    whoIs(request: FastifyRequest): Promise<CurrentUser>;
  }
  interface FastifyRequest {
    caller: CurrentUser | null;
    holdsKey: boolean;
    language: Language;
    /** Security events of this request, for its log line. */
    securityEvent: SecurityEvent | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Its name in the audit log. */
    action?: string;
    /** How to show a record that someone else changed meanwhile: by the first schema that fits. */
    shows?: readonly z.ZodType[];
  }
}
