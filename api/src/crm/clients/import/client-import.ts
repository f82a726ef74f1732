import { sql } from 'kysely';
import {
  ClientImportRules,
  clientImportFields,
  clientImports,
} from '@daybook/contracts/crm/clients/client-imports';
import { refuseField } from '@daybook/contracts/refusals';
import { json } from '../../../db/database.ts';
import { implement } from '../../../http/implement.ts';
import type { ImportKind } from '../../../imports/import-kind.ts';
import { importHandlers, importJobs } from '../../../imports/import-routes.ts';
import type { JobKind } from '../../../jobs/job-kind.ts';
import { inScope } from '../../../scope.ts';
import { checkChoices } from '../../check-choices.ts';
import { clientHeadings, clientInWords, clientTemplate, labelOfField } from './client-import-fields.ts';
import { ClientJudge } from './judge-clients.ts';
import type { ClientPlan } from './judge-clients.ts';
import { undoClients } from './undo-clients.ts';

/** The columns of which the rules need one. */
const keyColumns: Record<ClientImportRules['by'], RegExp> = {
  code: /^code$/,
  registration: /^registration/,
  email: /^contact\d\.email$/,
};

export const clientImport: ImportKind<ClientImportRules, ClientPlan> = {
  name: 'clients',
  endpoints: clientImports,
  job: 'client_import',
  undoJob: 'client_import_undo',
  fields: clientImportFields,
  labelOf: labelOfField,
  inWords: clientInWords,
  headings: clientHeadings,
  rulesOf: (stored) => ClientImportRules.parse(stored),
  async checkRules(db, _user, { by, does, crmId, defaultEntityId }, columns) {
    const hasKey = columns.some((field) => field !== null && keyColumns[by].test(field));
    if (!hasKey && does !== 'new') throw refuseField('INPUT_INVALID', 'rules.by', {}, 'KEY_NOT_MAPPED');
    await checkChoices(db, [
      { field: 'rules.crmId', ids: [crmId], among: 'crms' },
      { field: 'rules.defaultEntityId', ids: [defaultEntityId], among: 'billingEntities' },
    ]);
  },
  begin: (db, run) => ClientJudge.begin(db, run),
  undo: undoClients,
  async tidy(db, importId) {
    await sql`delete from client_group where import_id = ${importId} and version = 1
      and not exists (select from client where client.group_id = client_group.id)`.execute(db);
  },
  /** One notification for each person and import, which counts up: the clients that were made for them, or given to them. */
  async tell(db, importId, rows) {
    const given = rows.map(({ recordId, before }) => ({
      id: recordId,
      crmId: (before as { crmId?: string } | null)?.crmId ?? null,
    }));
    await sql`
      with assigned as (select client.crm_id, count(*)::int as many
        from client join jsonb_to_recordset(${json(given)}) as given (id uuid, "crmId" uuid) on given.id = client.id
        where client.crm_id is distinct from given."crmId" and client.crm_id is distinct from daybook_actor() group by client.crm_id),
      counted as (update notification set params = jsonb_set(params, '{count}', to_jsonb((params ->> 'count')::int + many)), read_at = null
        from assigned where user_id = crm_id and kind = 'clients_assigned' and params ->> 'import' = ${importId} returning crm_id)
      insert into notification (user_id, kind, params)
      select crm_id, 'clients_assigned', jsonb_build_object('count', many, 'import', ${importId}::text) from assigned
      where crm_id not in (select crm_id from counted)`.execute(db);
  },
  async shown(db, user, ids) {
    const clients = await db
      .selectFrom('client')
      .select(['id', 'code', 'name'])
      .where(sql<boolean>`id = any (${ids}::uuid[])`)
      .where(inScope.client(user, sql.ref('client.id')))
      .execute();
    return new Map(clients.map(({ id, code, name }) => [id, { kind: 'client', label: `${code} ${name}` }]));
  },
  template: clientTemplate,
};

// The engine returns rules and plans to their kind as it received them, so it does not know their types.
const kind: ImportKind = clientImport;
const jobs = importJobs(kind);

export const clientImportRoutes = implement('client_imports', clientImports)(importHandlers(kind));

export const clientImportJobKinds = {
  client_import: jobs.run,
  client_import_undo: jobs.undo,
} satisfies Record<string, JobKind>;
