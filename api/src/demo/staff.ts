import { uuidv7 } from 'uuidv7';
import { crms, executives } from '@daybook/contracts/people/staff';
import { departments } from '@daybook/contracts/settings/departments/departments';
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
  /** The part before the @. */
  mailbox: string;
  userType: UserType;
  locale: Language;
  departments: readonly DepartmentName[];
  joinedOn: string;
  /** A mailbox. */
  manager?: string;
}

const mailDomain = 'meridian.example';
export const emailOf = ({ mailbox }: Colleague): string => `${mailbox}@${mailDomain}`;

const every = departmentNames;

/** The firm has offices in Mumbai, Lyon and Tokyo. */
export const staff: readonly Colleague[] = [
  {
    name: 'Ananya Rao',
    mailbox: 'ananya',
    userType: 'super_admin',
    locale: 'en',
    departments: every,
    joinedOn: '2011-04-01',
  },
  {
    name: 'Marc Delaunay',
    mailbox: 'marc',
    userType: 'admin',
    locale: 'fr',
    departments: every,
    joinedOn: '2012-09-03',
  },
  {
    name: '佐藤 美咲',
    mailbox: 'misaki',
    userType: 'admin',
    locale: 'ja',
    departments: every,
    joinedOn: '2013-04-01',
  },
  {
    name: 'Priya Nair',
    mailbox: 'priya',
    userType: 'manager',
    locale: 'en',
    departments: ['Tax'],
    joinedOn: '2014-06-16',
  },
  {
    name: 'Camille Fournier',
    mailbox: 'camille',
    userType: 'manager',
    locale: 'fr',
    departments: ['Accounting & payroll', 'Advisory'],
    joinedOn: '2015-01-05',
  },
  {
    name: '田中 健',
    mailbox: 'ken',
    userType: 'manager',
    locale: 'ja',
    departments: ['Audit'],
    joinedOn: '2016-04-01',
  },
  {
    name: 'Rohan Mehta',
    mailbox: 'rohan',
    userType: 'executive',
    locale: 'en',
    departments: ['Tax'],
    joinedOn: '2019-07-01',
    manager: 'priya',
  },
  {
    name: 'فاطمة الزهراء',
    mailbox: 'fatima',
    userType: 'executive',
    locale: 'en',
    departments: ['Audit'],
    joinedOn: '2021-04-01',
    manager: 'ken',
  },
  {
    name: 'Léa Martin',
    mailbox: 'lea',
    userType: 'executive',
    locale: 'fr',
    departments: ['Accounting & payroll'],
    joinedOn: '2020-09-01',
    manager: 'camille',
  },
  {
    name: '山本 葵',
    mailbox: 'aoi',
    userType: 'executive',
    locale: 'ja',
    departments: ['Accounting & payroll', 'Audit'],
    joinedOn: '2022-04-01',
    manager: 'ken',
  },
  {
    name: 'Vikram Shah',
    mailbox: 'vikram',
    userType: 'crm',
    locale: 'en',
    departments: ['Advisory'],
    joinedOn: '2018-10-01',
  },
  {
    name: '王 芳',
    mailbox: 'fang',
    userType: 'crm',
    locale: 'zh',
    departments: ['Advisory'],
    joinedOn: '2023-03-01',
  },
];

/**
 * Creates the staff and returns their ids by mailbox. It uses SQL: the first person cannot be invited, and all of them act
 * before they have a password. They get it when everything else is there, so that nobody signs in to a firm that was filled
 * only in part.
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
          joinedOn: person.joinedOn,
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

/** One person who is about to join, and one who has left. */
export async function makeComersAndGoers(
  admin: Person,
  departmentIds: ReadonlyMap<DepartmentName, string>,
): Promise<void> {
  const form = (name: string, mailbox: string, department: DepartmentName) => ({
    name,
    email: `${mailbox}@${mailDomain}`,
    departmentIds: [departmentIds.get(department) ?? ''],
    scope: 'own' as const,
  });
  await admin.call(executives.create, { ...form('Noémie Laurent', 'noemie', 'Tax'), locale: 'fr' });
  const { member } = await admin.call(crms.create, {
    ...form('Arjun Kapoor', 'arjun', 'Advisory'),
    locale: 'en',
    joinedOn: '2017-05-02',
    leftOn: '2025-03-31',
  });
  await admin.call(crms.deactivate, { id: member.id }, member.version);
}

/** Creates the departments with their staff; returns their ids by name. */
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
