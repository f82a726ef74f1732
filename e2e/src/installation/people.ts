import { randomUUID } from 'node:crypto';
import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { grants } from '@daybook/contracts/people/grants';
import { admins, crms, executives, managers, type StaffKind } from '@daybook/contracts/people/staff';
import { presets, type Permission } from '@daybook/contracts/permissions';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { apiClient } from './api-client.ts';
import type { Installation } from './open-installation.ts';

export const newPassword = 'six ducks on the pond';

const kinds = { managers, executives, crms, admins };
const typeOf = { managers: 'manager', executives: 'executive', crms: 'crm', admins: 'admin' } as const;

export interface Colleague {
  id: string;
  name: string;
  email: string;
  token: string;
}

/** Invites a person, who signs in by the link; they have the permissions of their type unless others are given. */
export async function hire(
  installation: Installation,
  kind: StaffKind,
  { name = 'Eve Newcomer', keys }: { name?: string; keys?: readonly Permission[] } = {},
): Promise<Colleague> {
  const email = `${randomUUID()}@firm.test`;
  const department = await installation.api(departments.create, { name: `Department ${email}` });
  const { member, link } = await installation.api(kinds[kind].create, {
    name,
    email,
    scope: presets[typeOf[kind]].scope,
    locale: 'en',
    departmentIds: [department.id],
  });
  const anyone = apiClient(installation.url, '');
  await anyone(account.acceptLink, { token: new URL(link ?? '').hash.slice(1), password: newPassword });
  if (keys !== undefined) await setKeys(installation, member.id, keys);
  const { token } = await anyone(session.login, { email, password: newPassword });
  return { id: member.id, name, email, token };
}

/** Sets a person's permissions, as the owner would on the permissions screen. */
export async function setKeys(
  installation: Installation,
  id: string,
  keys: readonly Permission[],
): Promise<void> {
  const { version } = await installation.api(grants.open, { id });
  await installation.api(grants.put, { id, keys: [...keys] }, version);
}
