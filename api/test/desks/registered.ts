import { openDatabase } from '../../src/db/database.ts';
import { hashPassword } from '../../src/auth/passwords.ts';
import { buildServer } from '../../src/http/server.ts';
import type { ServerConfig } from '../../src/http/server.ts';
import type { Person } from '../people.ts';
import { callerOf } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';

export const password = 'correct horse battery staple';

/** A person who signs in by password. */
export async function registered(
  api: TestApi,
  person: Person = { userType: 'manager' },
  phrase = password,
): Promise<Caller & { email: string }> {
  const caller = await api.as(person);
  const { email } = await api.db
    .updateTable('appUser')
    .set({ passwordHash: await hashPassword(phrase) })
    .where('id', '=', caller.id)
    .returning('email')
    .executeTakeFirstOrThrow();
  return { ...caller, email };
}

export interface OtherServer {
  app: Awaited<ReturnType<typeof buildServer>>;
  /** The same session, over there. */
  as(caller: Caller): Caller;
  stop(): Promise<void>;
}

/** Another server over the database of the first. */
export async function startOtherServer(api: TestApi, more: Partial<ServerConfig> = {}): Promise<OtherServer> {
  const database = openDatabase(api.urls.app, { warn: () => undefined });
  const app = await buildServer(database, {
    LOG_LEVEL: 'silent',
    SITE_DIR: undefined,
    TRUST_PROXY: false,
    ...more,
  });
  return {
    app,
    as: ({ id, token }) => callerOf(app, id, token),
    async stop() {
      await app.close();
      await database.close();
    },
  };
}
