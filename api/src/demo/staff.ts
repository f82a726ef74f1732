import { uuidv7 } from 'uuidv7';
import { departments } from '@daybook/contracts/settings/departments';
import { presets } from '@daybook/contracts/permissions';
import type { Language } from '@daybook/contracts/fields';
import type { UserType } from '@daybook/contracts/permissions';
import type { Db } from '../db/database.ts';
import { normalise } from '../db/search.ts';
import type { Person } from './demo.ts';

export const departmentNames = ['Audit', 'Tax', 'Accounting & payroll', 'Advisory'] as const;
type DepartmentName = (typeof departmentNames)[number];

export interface Colleague {
  name: string;
  /** Before the @. */
  mailbox: string;
  userType: UserType;
  locale: Language;
  departments: readonly DepartmentName[];
  /** A mailbox. */
  manager?: string;
}

const mailDomain = 'meridian.example';
export const emailOf = ({ mailbox }: Colleague): string => `${mailbox}@${mailDomain}`;

const every = departmentNames;

/** The firm works in Mumbai, Lyon and Tokyo. */
export const staff: readonly Colleague[] = [
  { name: 'Ananya Rao', mailbox: 'ananya', userType: 'super_admin', locale: 'en', departments: every },
  { name: 'Marc Delaunay', mailbox: 'marc', userType: 'admin', locale: 'fr', departments: every },
  { name: '佐藤 美咲', mailbox: 'misaki', userType: 'admin', locale: 'ja', departments: every },
  { name: 'Priya Nair', mailbox: 'priya', userType: 'manager', locale: 'en', departments: ['Tax'] },
  {
    name: 'Camille Fournier',
    mailbox: 'camille',
    userType: 'manager',
    locale: 'fr',
    departments: ['Accounting & payroll', 'Advisory'],
  },
  { name: '田中 健', mailbox: 'ken', userType: 'manager', locale: 'ja', departments: ['Audit'] },
  {
    name: 'Rohan Mehta',
    mailbox: 'rohan',
    userType: 'executive',
    locale: 'en',
    departments: ['Tax'],
    manager: 'priya',
  },
  {
    name: 'فاطمة الزهراء',
    mailbox: 'fatima',
    userType: 'executive',
    locale: 'en',
    departments: ['Audit'],
    manager: 'ken',
  },
  {
    name: 'Léa Martin',
    mailbox: 'lea',
    userType: 'executive',
    locale: 'fr',
    departments: ['Accounting & payroll'],
    manager: 'camille',
  },
  {
    name: '山本 葵',
    mailbox: 'aoi',
    userType: 'executive',
    locale: 'ja',
    departments: ['Accounting & payroll', 'Audit'],
    manager: 'ken',
  },
  { name: 'Vikram Shah', mailbox: 'vikram', userType: 'crm', locale: 'en', departments: ['Advisory'] },
  { name: '王 芳', mailbox: 'fang', userType: 'crm', locale: 'zh', departments: ['Advisory'] },
];

/**
 * Who works in the firm, by mailbox. Raw SQL: staff have no endpoints yet. They get their passwords when everything else
 * is there, so nobody signs in to half a firm.
 */
export async function makeStaff(db: Db): Promise<Map<string, string>> {
  const ids = new Map(staff.map(({ mailbox }) => [mailbox, uuidv7()]));
  const idOf = (mailbox: string): string => ids.get(mailbox) ?? '';
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('appUser')
      .values(
        staff.map((person) => ({
          id: idOf(person.mailbox),
          userType: person.userType,
          name: person.name,
          email: emailOf(person),
          managerId: person.manager ? idOf(person.manager) : null,
          scope: presets[person.userType].scope,
          locale: person.locale,
          searchText: normalise(person.name, emailOf(person)),
        })),
      )
      .execute();
    await tx
      .insertInto('userGrant')
      .values(
        staff
          .filter(({ userType }) => userType !== 'super_admin')
          .flatMap(({ mailbox, userType }) =>
            presets[userType].keys.map((key) => ({ userId: idOf(mailbox), key })),
          ),
      )
      .execute();
  });
  return ids;
}

/** The departments, by name, with the staff in them. */
export async function makeDepartments(
  db: Db,
  admin: Person,
  staffIds: ReadonlyMap<string, string>,
): Promise<Map<DepartmentName, string>> {
  const ids = new Map<DepartmentName, string>();
  for (const name of departmentNames) ids.set(name, (await admin.call(departments.create, { name })).id);
  const members = staff.flatMap((person) =>
    person.departments.map((name) => ({
      userId: staffIds.get(person.mailbox) ?? '',
      departmentId: ids.get(name) ?? '',
    })),
  );
  await db.insertInto('userDepartment').values(members).execute();
  return ids;
}
