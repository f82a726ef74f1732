import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { openSession } from '../auth/sessions.ts';
import type { Database, Db } from '../db/database.ts';
import { requestOf } from '../http/request-of.ts';
import type { CallOptions } from '../http/request-of.ts';
import { buildServer } from '../http/server.ts';
import { closeBooks } from './books.ts';
import { makeAccounts, makeJournals } from './accounts.ts';
import { makeCertificates } from './certificates.ts';
import { makeCategories } from './categories.ts';
import { makeClientPapers } from './client-papers.ts';
import { makeClientGroups, payForGroups } from './client-groups.ts';
import { makeClients, planClients } from './clients.ts';
import { makeCreditNotes } from './credit-notes.ts';
import type { DemoClient, Team } from './clients.ts';
import type { Demo, DemoSize, Person } from './demo.ts';
import { yearOfAFirm } from './demo.ts';
import { conversionsOf, makeEnquiries } from './enquiries.ts';
import { makeFormEnquiries } from './enquiry-form.ts';
import { makeEntities } from './entities.ts';
import { makeApprovals, makeWriteOffs } from './invoice-life.ts';
import { makeExchangeRates } from './exchange-rates.ts';
import { makeExpenses } from './expenses.ts';
import { makeFollowUps } from './follow-up.ts';
import { makeHours } from './hours.ts';
import { makeHolidays } from './holidays.ts';
import { makeInvoices } from './invoices.ts';
import { paceOf } from './pace.ts';
import { makeOpenings } from './openings.ts';
import { planBilling } from './pending-items.ts';
import { randomOf } from './random.ts';
import { makeRecurringInvoices } from './recurring-invoices.ts';
import { makeReceipts } from './receipts.ts';
import { makeRecurringWork } from './recurring-tasks.ts';
import { makeReminders } from './reminders.ts';
import { hideGuide } from './guided-start.ts';
import { saveViews } from './saved-views.ts';
import { refuseAddress, shareContacts } from './shared-contacts.ts';
import { makePackages } from './packages.ts';
import { makeServices } from './services.ts';
import { openSignIns } from './sign-ins.ts';
import type { SignIn } from './sign-ins.ts';
import { emailOf, makeComersAndGoers, makeDepartments, makeStaff, staff } from './staff.ts';
import { makePriceRises } from './price-rises.ts';
import { makeStaffMoney } from './staff-money.ts';
import { makeStatements } from './statements.ts';
import { makeSubscriptions } from './subscriptions.ts';
import { makeTasks } from './tasks.ts';

interface Choice {
  say: (line: string) => void;
  size?: DemoSize;
  seed?: string;
  today?: string;
}

/** Today in Lyon. The billing entities east of it have the same date or the next, so no record is dated in the future. */
const todayInLyon = (): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(new Date());

/** A reason why a database is not filled, for the person at the console. */
const refused = (text: string): Error => Object.assign(new Error(text), { code: 'DEMO_REFUSED' });

/** Whether a database is empty or filled. Refuses a database of another firm, and one that was filled only in part: nobody can sign in to that. */
async function standOf(db: Db): Promise<'empty' | 'filled'> {
  const users = await db.selectFrom('appUser').select(['email', 'passwordHash']).execute();
  if (users.length === 0) return 'empty';
  const ours = new Set(staff.map(emailOf));
  const found = users.filter(({ email }) => ours.has(email));
  if (found.some(({ passwordHash }) => passwordHash === null)) {
    throw refused(
      'Filling this database with demo data was cut short, and nobody can sign in to it. Empty it, then start with --demo ' +
        'again: drop and create the database that DATABASE_URL names; the embedded one is the folder .daybook/postgres ' +
        '(and, when root started it, the folder that .daybook/postgres/location names).',
    );
  }
  if (found.length === ours.size) return 'filled';
  throw refused(
    'This database has users already, and only an empty one is filled with demo data. Start without --demo.',
  );
}

async function personOf(app: FastifyInstance, db: Db, id: string, name: string): Promise<Person> {
  const authorization = `Bearer ${await openSession(db, id, 'demo data')}`;
  const ask = async (endpoint: Endpoint, input: object, options: CallOptions): Promise<never> => {
    const answer = await app.inject(requestOf(endpoint, input, { ...options, headers: { authorization } }));
    const body = answer.json<{ status: boolean; data: never }>();
    if (!body.status) throw new Error(`${endpoint.method} ${endpoint.path} was refused: ${answer.body}`);
    return body.data;
  };
  return {
    id,
    name,
    call: (endpoint, input, version) => ask(endpoint, input, { version }),
    send: (endpoint, input, file) => ask(endpoint, input, { file }),
  };
}

async function makeFirm(app: FastifyInstance, demo: Demo): Promise<void> {
  const { db, size } = demo;
  const staffIds = await makeStaff(db);
  const people = new Map<string, Person>();
  for (const { mailbox, name } of staff)
    people.set(mailbox, await personOf(app, db, staffIds.get(mailbox) ?? '', name));
  const personAt = (mailbox: string): Person => {
    const person = people.get(mailbox);
    if (!person) throw new Error(`nobody has the mailbox ${mailbox}`);
    return person;
  };
  const allOf = (type: string) =>
    staff.filter(({ userType }) => userType === type).map(({ mailbox }) => personAt(mailbox));
  const admin = personAt('ananya');
  const departmentIds = await makeDepartments(db, admin, staffIds);
  const team: Team = {
    crms: allOf('crm'),
    managers: allOf('manager'),
    executives: allOf('executive'),
    departmentIds,
  };
  const entities = await makeEntities(admin, demo.random('entities'));
  await makeExchangeRates(demo, admin);
  const services = await makeServices(admin, entities, departmentIds, await makeAccounts(admin));
  await makeCategories(admin, services, await makeHolidays(demo, admin));
  await makePackages(admin, services, entities);
  await hideGuide(admin);
  const count = size.clients + size.enquiries - conversionsOf(size.enquiries);
  const planned = planClients(demo, { count, entities, team });
  const known = size.clients - conversionsOf(size.enquiries);
  const clients = [
    ...(await makeClients(demo, planned.slice(0, known))),
    ...(await makeEnquiries(demo, planned.slice(known), services)),
  ];
  await shareContacts(demo, clients, admin);
  await makeFormEnquiries(app, demo, { admin, team, entities, services });
  await makeClientPapers(demo, clients, admin);
  await makeOpenings(demo, clients, admin);
  const done = await makeTasks(demo, { clients, services, team, admin });
  await makeRecurringWork(demo, { clients, team, admin });
  await makeExpenses(demo, { clients, team, admin });
  const accountantOf = ({ entity }: DemoClient) => personAt(entity.accountant);
  const groups = await planBilling(demo, { done, clients, services, accountantOf });
  const issued = await makeInvoices(demo, { clients, services, groups, accountantOf });
  await makeRecurringInvoices(demo, { clients, services, accountantOf });
  await makeSubscriptions({ clients, admin });
  await makePriceRises(demo, admin);
  await makeClientGroups(admin);
  await makeReceipts(demo, issued, accountantOf);
  await makeCreditNotes(demo, issued, accountantOf);
  await makeWriteOffs(demo, issued, accountantOf);
  await payForGroups(demo, admin);
  await makeStaffMoney(demo, { entities, clients, team, admin });
  await makeJournals(demo, entities, admin);
  await makeFollowUps(demo, issued, admin);
  await makeReminders(demo, entities, admin);
  const tokyo = entities.find(({ country }) => country === 'JP');
  if (tokyo) await makeApprovals(tokyo, personAt(tokyo.accountant), admin);
  await saveViews([admin, ...entities.map(({ accountant }) => personAt(accountant))]);
  await makeStatements(demo, admin);
  await refuseAddress(db);
  await makeCertificates(demo, admin);
  await makeHours(demo, { entities, clients, services, team, admin });
  await makeComersAndGoers(admin, departmentIds);
  await closeBooks(demo, entities, admin);
}

/**
 * Fills an empty database with a year of a firm, through the API and so by its rules, and returns who can sign in. The same
 * seed and day give the same firm. Passwords come last: nobody can sign in to a firm that was filled only in part. A database
 * that was filled before stays as it is, and its people get new passwords to show. Refuses DEMO_REFUSED if others work in the
 * database.
 */
export async function fillDemo(
  database: Database,
  { say, size = yearOfAFirm, seed = 'meridian', today = todayInLyon() }: Choice,
): Promise<SignIn[]> {
  const { db } = database;
  if ((await standOf(db)) === 'filled') {
    say('The demo firm is here already; its people get another password.');
    return openSignIns(db);
  }
  const app = await buildServer(database, { LOG_LEVEL: 'error', SITE_DIR: undefined, TRUST_PROXY: false });
  try {
    await makeFirm(app, { db, size, today, random: (kind) => randomOf(`${seed} ${kind}`), ...paceOf(say) });
  } finally {
    await app.close();
  }
  await db
    .updateTable('session')
    .set({ revokedAt: sql<string>`now()` })
    .where('userAgent', '=', 'demo data')
    .execute();
  await readOldNotices(db);
  return openSignIns(db);
}

/** A year of unread notifications helps nobody: each person keeps the last three unread. */
const readOldNotices = (db: Db) =>
  db
    .updateTable('notification')
    .set({ readAt: sql<string>`created_at` })
    .where(
      'id',
      'not in',
      sql<string>`(select id from (
        select id, row_number() over (partition by user_id order by created_at desc) as n from notification
      ) as numbered where n <= 3)`,
    )
    .execute();
