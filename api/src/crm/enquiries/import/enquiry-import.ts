import { sql } from 'kysely';
import {
  EnquiryImportRules,
  enquiryImportFields,
  enquiryImports,
} from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { refuseField } from '@daybook/contracts/refusals';
import { json } from '../../../db/database.ts';
import { implement } from '../../../http/implement.ts';
import type { ImportKind } from '../../../imports/import-kind.ts';
import { importHandlers, importJobs } from '../../../imports/import-routes.ts';
import type { JobKind } from '../../../jobs/job-kind.ts';
import { inScope } from '../../../scope.ts';
import { checkChoices } from '../../check-choices.ts';
import { enquiryHeadings, enquiryInWords, enquiryTemplate, labelOfField } from './enquiry-import-fields.ts';
import { EnquiryJudge } from './judge-enquiries.ts';
import type { EnquiryPlan } from './judge-enquiries.ts';
import { undoEnquiries } from './undo-enquiries.ts';
import type { FormerEnquiry } from './write-enquiries.ts';

const keyColumns = { number: 'no', email: 'email' } as const;

export const enquiryImport: ImportKind<EnquiryImportRules, EnquiryPlan> = {
  name: 'enquiries',
  endpoints: enquiryImports,
  job: 'enquiry_import',
  undoJob: 'enquiry_import_undo',
  fields: enquiryImportFields,
  labelOf: labelOfField,
  inWords: enquiryInWords,
  headings: enquiryHeadings,
  rulesOf: (stored) => EnquiryImportRules.parse(stored),
  async checkRules(db, user, { by, does, sourceId, ownerId }, columns) {
    if (does === 'update' && !columns.includes(keyColumns[by]))
      throw refuseField('INPUT_INVALID', 'rules.by', {}, 'KEY_NOT_MAPPED');
    await checkChoices(db, [
      { field: 'rules.sourceId', ids: [sourceId], among: 'sources' },
      { field: 'rules.ownerId', ids: [ownerId], among: 'staff' },
    ]);
    if (ownerId === null) return;
    const { rows } = await sql`
      select from app_user where id = ${ownerId} and ${inScope.enquiry(user, sql.ref('app_user.id'))}`.execute(
      db,
    );
    if (rows.length === 0) throw refuseField('REFERENCE_UNKNOWN', 'rules.ownerId');
  },
  begin: (db, run) => EnquiryJudge.begin(db, run),
  undo: undoEnquiries,
  tidy: async () => undefined,
  /** One notification for each person and import, which counts up: the enquiries that were made for them, or given to them. */
  async tell(db, importId, rows) {
    const given = rows.map(({ recordId, before }) => ({
      id: recordId,
      ownerId: (before as FormerEnquiry | null)?.fields.ownerId ?? null,
    }));
    await sql`
      with assigned as (select enquiry.owner_id, count(*)::int as many
        from enquiry join jsonb_to_recordset(${json(given)}) as given (id uuid, "ownerId" uuid) on given.id = enquiry.id
        where enquiry.owner_id is distinct from given."ownerId" and enquiry.owner_id is distinct from daybook_actor()
        group by enquiry.owner_id),
      counted as (update notification set params = jsonb_set(params, '{count}', to_jsonb((params ->> 'count')::int + many)), read_at = null
        from assigned where user_id = owner_id and kind = 'enquiries_assigned' and params ->> 'import' = ${importId} returning owner_id)
      insert into notification (user_id, kind, params)
      select owner_id, 'enquiries_assigned', jsonb_build_object('count', many, 'import', ${importId}::text) from assigned
      where owner_id not in (select owner_id from counted)`.execute(db);
  },
  async shown(db, user, ids) {
    const enquiries = await db
      .selectFrom('enquiry')
      .select(['id', 'no', 'name', 'company'])
      .where(sql<boolean>`id = any (${ids}::uuid[])`)
      .where('deletedAt', 'is', null)
      .where(inScope.enquiry(user, sql.ref('enquiry.ownerId')))
      .execute();
    return new Map(
      enquiries.map(({ id, no, name, company }) => [
        id,
        { kind: 'enquiry', label: `${no} ${company ?? name}` },
      ]),
    );
  },
  template: enquiryTemplate,
};

// The engine returns rules and plans to their kind as it received them, so it does not know their types.
const kind: ImportKind = enquiryImport;
const jobs = importJobs(kind);

export const enquiryImportRoutes = implement('enquiry_imports', enquiryImports)(importHandlers(kind));

export const enquiryImportJobKinds = {
  enquiry_import: jobs.run,
  enquiry_import_undo: jobs.undo,
} satisfies Record<string, JobKind>;
