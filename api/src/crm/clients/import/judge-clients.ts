import { setImmediate as others } from 'node:timers/promises';
import { fieldsOfClient } from '@daybook/contracts/crm/clients/fields-of-client';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { ClientImportRules } from '@daybook/contracts/crm/clients/client-imports';
import { textsOf } from '@daybook/contracts/server-texts';
import { holds, seesMoney } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { changesOf, defaultsOf } from '../../../imports/changed-fields.ts';
import type { GivenRow, Judge, Judged, Remark, ImportRun } from '../../../imports/import-kind.ts';
import type { Match, Matches } from '../../../imports/match.ts';
import { subscribedDays } from '../../subscriptions/sold-packages.ts';
import { panWarnings } from '../clients.rules.ts';
import { todayAtEach } from '../client-today.queries.ts';
import { getClients } from '../clients.queries.ts';
import { ownDepartments } from '../save-client.ts';
import type { Checked } from '../save-client.ts';
import { readClientChoices } from './client-choices.queries.ts';
import { textsOfFields } from './client-texts.ts';
import { DuplicateWarnings } from './duplicate-warnings.ts';
import {
  clientsByCode,
  clientsByReach,
  clientsByRegistration,
  clientsMadeBy,
} from './match-clients.queries.ts';
import { PackageAttempts } from './package-attempts.ts';
import { packageToGive, putPackage } from './package-of-row.ts';
import type { PackagePlan, SubscribedDays } from './package-of-row.ts';
import { readClientRow } from './read-client-row.ts';
import type { ReadClient } from './read-client-row.ts';
import { commonTo, emailsOf, keyFieldOf, keysOf, nameOf, numbersOf, ownCode } from './row-keys.ts';
import type { RowContext } from './row-reader.ts';
import { aboutOthersPeople, noRemarks } from './shared-people.ts';
import { writeClients } from './write-clients.ts';

const texts = textsOf('imports');

/** So many rows are judged before other requests are served. */
const atOnce = 20;

/** What carries a row out. */
export interface ClientPlan {
  fields: Checked;
  newGroup: string | null;
  package: PackagePlan | null;
  /** The client that changes; null for a new one. */
  before: Client | null;
  /** Whether its fields change; otherwise it only gets a package. */
  isEdited: boolean;
}

type State = Pick<Judged<ClientPlan>, 'state' | 'changes' | 'defaults' | 'alsoMakes' | 'plan'>;

/** What the rules of the import, the billing entity or Daybook give a new client. */
const withDefaults = [
  'kind',
  'taxTreatment',
  'crm',
  'defaultEntity',
  'currency',
  'docLocale',
  'paymentTermsDays',
  'billable',
  'reminders',
  'address1.country',
  'packageBilling',
];

export class ClientJudge implements Judge<ClientPlan> {
  readonly #db: Db;
  readonly #run: ImportRun<ClientImportRules>;
  readonly #context: RowContext;
  readonly #duplicates: DuplicateWarnings | null;
  readonly #attempts: PackageAttempts | null;
  readonly #today: ReadonlyMap<string, string>;
  /** The clients that the rows so far name, and the keys of new ones. */
  readonly #taken = new Set<string>();

  private constructor(
    db: Db,
    run: ImportRun<ClientImportRules>,
    context: RowContext,
    duplicates: DuplicateWarnings | null,
    today: ReadonlyMap<string, string>,
  ) {
    this.#db = db;
    this.#run = run;
    this.#context = context;
    this.#duplicates = duplicates;
    this.#attempts = run.isDryRun ? new PackageAttempts(db, run) : null;
    this.#today = today;
  }

  static async begin(db: Db, run: ImportRun<ClientImportRules>): Promise<ClientJudge> {
    const { user, language, rules, isDryRun } = run;
    const context = {
      user,
      language,
      rules,
      choices: await readClientChoices(db, user),
      ownDepartments: await ownDepartments(db, user),
      seesMoney: seesMoney(user),
      checksumNote: texts[language].checksumNote,
    };
    const duplicates = isDryRun ? await DuplicateWarnings.begin(db, user) : null;
    return new ClientJudge(db, run, context, duplicates, await todayAtEach(db));
  }

  async judge(rows: readonly GivenRow[]): Promise<Judged<ClientPlan>[]> {
    const { user, sha256 } = this.#run;
    const matches = await this.#matchesOf(rows);
    const made = await clientsMadeBy(
      this.#db,
      user,
      sha256,
      rows.map(({ no }) => no),
    );
    const found = rows.map((row) => this.#found(row, matches, made));
    const ids = [...new Set(found.flatMap(({ match }) => (match?.isVisible ? match.id : [])))];
    const existing = ids.length === 0 ? [] : await getClients(this.#db, user, ids);
    const clients = new Map(existing.map((client) => [client.id, client]));
    const has = this.#run.columns.includes('package') ? await subscribedDays(this.#db, ids) : [];
    const judged: Judged<ClientPlan>[] = [];
    for (const [index, row] of rows.entries()) {
      const { match = null, faults = [] } = found[index] ?? {};
      const before = match ? (clients.get(match.id) ?? null) : null;
      judged.push(this.#judgeRow(row, before, { faults, has }));
      if (index % atOnce === atOnce - 1) await others();
    }
    await this.#duplicates?.addTo(judged);
    return this.#attempts?.judge(judged) ?? judged;
  }

  write(rows: readonly Judged<ClientPlan>[]) {
    return writeClients(this.#db, this.#run, rows);
  }

  #matchesOf(rows: readonly GivenRow[]): Promise<Matches> {
    const { user, rules } = this.#run;
    if (rules.by === 'email')
      return clientsByReach(
        this.#db,
        user,
        'email',
        rows.flatMap(({ cells }) => emailsOf(cells)),
      );
    return rules.by === 'registration'
      ? clientsByRegistration(
          this.#db,
          user,
          rows.flatMap(({ cells }) => numbersOf(cells)),
        )
      : clientsByCode(
          this.#db,
          user,
          rows.flatMap((row) => keysOf(row, 'code')),
        );
  }

  /** The client that a row means, and what is wrong with how it says so. */
  #found(row: GivenRow, matches: Matches, made: Matches): { match: Match | null; faults: Remark[] } {
    const { by, does } = this.#run.rules;
    const keys = keysOf(row, by);
    const field = keyFieldOf(row, by);
    const { found, isAmbiguous } = commonTo(keys.flatMap((key) => [matches.get(key) ?? []]));
    const [ofFile] = made.get(`${row.no}`) ?? [];
    const isOfFile = ofFile !== undefined && (found.length === 0 || found.some(({ id }) => id === ofFile.id));
    const match = isOfFile ? ofFile : found[0];
    if (isAmbiguous && !isOfFile) return { match: null, faults: [{ field, code: 'KEY_AMBIGUOUS' }] };
    if (this.#isTwice(match, keys)) return { match: null, faults: [{ field, code: 'TWICE' }] };
    if (match && !match.isVisible) return { match: null, faults: [{ field, code: 'NOT_FOUND' }] };
    if (match) return { match, faults: [] };
    if (keys.length === 0 && does === 'update')
      return { match: null, faults: [{ field, code: 'KEY_MISSING' }] };
    // A code like ours that no client has would one day be given to another client.
    const isOurs = ownCode.test(row.cells.get('code') ?? '');
    if (isOurs && does !== 'update')
      return { match: null, faults: [{ field: 'code', code: 'CODE_LIKE_OURS' }] };
    if (does === 'update')
      return { match: null, faults: [{ field: isOurs ? 'code' : field, code: 'NOT_FOUND' }] };
    return { match: null, faults: [] };
  }

  /** Whether a row before this one named the same client. New clients may share the address of one accountant, or a number. */
  #isTwice(match: Match | undefined, keys: readonly string[]): boolean {
    const names = match ? [match.id] : this.#run.rules.by === 'email' ? [] : keys;
    const isTwice = names.length > 0 && names.every((name) => this.#taken.has(name));
    for (const name of names) this.#taken.add(name);
    return isTwice;
  }

  #judgeRow(
    row: GivenRow,
    before: Client | null,
    { faults, has }: { faults: Remark[]; has: readonly SubscribedDays[] },
  ): Judged<ClientPlan> {
    const { rules, user } = this.#run;
    const plain = {
      no: row.no,
      name: nameOf(row) || (before?.name ?? ''),
      recordId: before?.id ?? null,
      seen: before?.version ?? null,
    };
    if (before && rules.does === 'new')
      return { ...plain, state: 'left', faults: [], warnings: [], changes: [], plan: null };
    const read = readClientRow(row.cells, before, this.#context);
    const all = [...faults, ...read.faults];
    if (all.length > 0 || !read.fields)
      return { ...plain, state: 'refused', faults: all, warnings: read.warnings, changes: [], plan: null };
    const { given, remarks } = packageToGive(read.package, before, has);
    const state = this.#stateOf({ ...read, package: given }, read.fields, before, row.cells);
    if (state.state === 'changed' && !holds(user, 'clients.edit')) {
      const denied = { field: keyFieldOf(row, rules.by), code: 'PERM_DENIED' };
      return { ...plain, state: 'refused', faults: [denied], warnings: [], changes: [], plan: null };
    }
    const isWritten = state.state === 'new' || state.state === 'changed';
    if (!isWritten) return { ...plain, ...state, faults: [], warnings: remarks };
    const today = this.#today.get(read.fields.defaultEntityId) ?? '';
    const pans = panWarnings(read.fields, today).map(({ code }) => ({ field: null, code }));
    const people = before ? aboutOthersPeople(read.fields.contacts, before) : noRemarks;
    if (people.faults.length > 0)
      return { ...plain, state: 'refused', ...people, warnings: read.warnings, changes: [], plan: null };
    const warnings = [...read.warnings, ...remarks, ...pans, ...people.warnings];
    return { ...plain, ...state, faults: [], warnings };
  }

  #stateOf(
    { newGroup, package: given }: Pick<ReadClient, 'newGroup' | 'package'>,
    fields: Checked,
    before: Client | null,
    cells: GivenRow['cells'],
  ): State {
    const alsoMakes = given && { subscriptions: 1, invoices: given.dueInvoices };
    const plan = { fields, newGroup, before, package: given, isEdited: true };
    if (!before) {
      const texts = putPackage(textsOfFields(fields, this.#context.choices.labels), given);
      return { state: 'new', changes: [], defaults: defaultsOf(texts, cells, withDefaults), alsoMakes, plan };
    }
    const { groupId } = fields;
    const labels = new Map([...this.#context.choices.labels, ...labelsOf(before)]);
    const after = textsOfFields(fields, labels);
    if (groupId === null && newGroup !== null) after.set('group', newGroup);
    const edited = changesOf(textsOfFields(fieldsOfClient(before), labels), after);
    const changes = [...edited, ...changesOf(new Map(), putPackage(new Map(), given))];
    if (changes.length === 0) return { state: 'same', changes: [], plan: null };
    return { state: 'changed', changes, alsoMakes, plan: { ...plan, isEdited: edited.length > 0 } };
  }
}

/** The names that a client's own record shows, also of people and records that are no longer active. */
const labelsOf = ({ crm, manager, group, executives, departments, defaultEntity, withholdingCode }: Client) =>
  [crm, manager, group, defaultEntity, withholdingCode, ...executives, ...departments].flatMap((one) =>
    one === null ? [] : [[one.id, one.label] as const],
  );
