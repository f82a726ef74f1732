import { uuidv7 } from 'uuidv7';
import type { EnquiryImportRules } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { seesMoney } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { insertMany } from '../../../db/insert-many.ts';
import type { ImportRun, Judged, Written } from '../../../imports/import-kind.ts';
import type { FormerStage } from '../change-many-enquiries.ts';
import { moveEnquiry, moveNew } from '../move-enquiry.ts';
import { addEnquiryNote } from '../note-enquiry.ts';
import { createEnquiries, editEnquiry } from '../save-enquiry.ts';
import { fieldsOfEnquiry } from './enquiry-texts.ts';
import type { EnquiryPlan } from './judge-enquiries.ts';
import type { EnquiryFields, StoredEnquiry } from './read-enquiry-row.ts';
import type { Stage } from './read-stage.ts';

type Run = ImportRun<EnquiryImportRules>;

/** Moves an enquiry to the stage of its row, and returns its version. */
async function moveAlong(
  db: Db,
  { user }: Run,
  { id, version }: { id: string; version: number },
  { stage, fields }: EnquiryPlan,
): Promise<number> {
  let reached = version;
  for (const to of stage?.path ?? []) {
    const { on = null, lostReasonId = null, lostNote = null } = stage ?? {};
    const { nextActionOn } = fields;
    ({ version: reached } = await moveEnquiry(
      db,
      user,
      { id, to, on, lostReasonId, lostNote, nextActionOn },
      reached,
    ));
  }
  return reached;
}

interface NewRow {
  no: number;
  plan: EnquiryPlan;
}

/** Creates enquiries together: by the rules of the single commands, in one statement for each part and each move. */
async function makeAll(db: Db, run: Run, rows: readonly NewRow[]): Promise<Written[]> {
  if (rows.length === 0) return [];
  await createEnquiries(
    db,
    run.user,
    // An enquiry begins as a new one, which has a next action; being lost takes it away.
    rows.map(({ plan: { fields } }) => ({
      ...fields,
      nextActionOn: fields.nextActionOn ?? fields.enquiryDate,
    })),
  );
  await insertMany(
    db,
    'importMade',
    rows.map(({ no, plan }) => ({ kind: 'enquiries', sha256: run.sha256, no, enquiryId: plan.fields.id })),
  );
  await moveNew(
    db,
    rows.flatMap(({ plan: { fields, stage } }) =>
      stage ? [{ id: fields.id, nextActionOn: fields.nextActionOn, ...stage }] : [],
    ),
  );
  await insertMany(
    db,
    'enquiryNote',
    rows.flatMap(({ plan: { fields, note } }) =>
      note === null ? [] : [{ id: uuidv7(), enquiryId: fields.id, body: note }],
    ),
  );
  return rows.map(({ no, plan: { fields, stage } }) => ({
    no,
    outcome: 'made',
    recordId: fields.id,
    version: 1 + (stage?.path.length ?? 0),
    before: null,
  }));
}

/** The enquiry as it was, for the undo. An importer who does not see the value cannot have changed it, so an undo leaves it alone. */
export interface FormerEnquiry {
  fields: Partial<EnquiryFields>;
  /** Null unless the stage changes. */
  stage: FormerStage | null;
}

function formerOf({ user }: Run, before: StoredEnquiry, stage: Stage | null): FormerEnquiry {
  const { expectedValue, currency, ...fields } = fieldsOfEnquiry(before);
  const { status, heldStatus, statusSince, lostReason, lostNote, nextActionOn } = before;
  return {
    fields: seesMoney(user) ? { ...fields, expectedValue, currency } : fields,
    stage: stage && {
      status,
      heldStatus,
      statusSince,
      lostReasonId: lostReason?.id ?? null,
      lostNote,
      nextActionOn,
    },
  };
}

async function change(
  db: Db,
  run: Run,
  no: number,
  plan: EnquiryPlan & { before: StoredEnquiry },
): Promise<Written> {
  const { before, fields, note, isEdited } = plan;
  const { id } = before;
  let version = await moveAlong(db, run, before, plan);
  if (isEdited) ({ version } = await editEnquiry(db, run.user, fields, version));
  if (note !== null) await addEnquiryNote(db, run.user, { id, body: note });
  return { no, outcome: 'changed', recordId: id, version, before: formerOf(run, before, plan.stage) };
}

/** Carries rows out. A change is the single commands; new enquiries are created together. */
export async function writeEnquiries(
  db: Db,
  run: Run,
  judged: readonly Judged<EnquiryPlan>[],
): Promise<Written[]> {
  const planned = judged.flatMap(({ no, plan }) => (plan ? [{ no, plan }] : []));
  const written = await makeAll(
    db,
    run,
    planned.filter(({ plan }) => plan.before === null),
  );
  for (const { no, plan } of planned) {
    const { before } = plan;
    if (before) written.push(await change(db, run, no, { ...plan, before }));
  }
  return written;
}
