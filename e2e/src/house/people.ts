import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { hashPassword } from '@daybook/api/auth/passwords';
import { session } from '@daybook/contracts/auth/session';
import { apiClient } from './api-client.ts';
import type { House } from './open-house.ts';

const password = 'six ducks on the pond';

/** Signs in an executive who may see clients and nothing else; the screens of people are not built yet. */
export async function signInExecutive(house: House): Promise<string> {
  const email = `${randomUUID()}@firm.test`;
  const database = new Client({ connectionString: house.ownerUrl });
  await database.connect();
  await database.query(
    `with person as (
       insert into app_user (id, user_type, name, email, password_hash, scope)
       values ($1, 'executive', 'Eve Executive', $2, $3, 'own') returning id)
     insert into user_grant (user_id, key) select id, 'clients.view' from person`,
    [randomUUID(), email, await hashPassword(password)],
  );
  await database.end();
  const { token } = await apiClient(house.url, '')(session.login, { email, password });
  return token;
}
