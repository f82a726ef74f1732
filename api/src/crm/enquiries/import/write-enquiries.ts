import type { EnquiryImportRules } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { seesMoney } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import type { ImportRun, Judged, Written } from '../../../imports/import-kind.ts';
import type { FormerStage } from '../change-many-enquiries.ts';
import { moveEnquiry } from '../move-enquiry.ts';
import { addEnquiryNote } from '../note-enquiry.ts';
import { createEnquiry, editEnquiry } from '../save-enquiry.ts';
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

async function make(db: Db, run: Run, no: number, plan: EnquiryPlan): Promise<Written> {
  const { fields, note } = plan;
  // An enquiry begins as a new one, which has a next action; being lost takes it away.
  const nextActionOn = fields.nextActionOn ?? fields.enquiryDate;
  const { id, version } = await createEnquiry(db, run.user, { ...fields, nextActionOn });
  await db
    .insertInto('importMade')
    .values({ kind: 'enquiries', sha256: run.sha256, no, enquiryId: id })
    .execute();
  const reached = await moveAlong(db, run, { id, version }, plan);
  if (note !== null) await addEnquiryNote(db, run.user, { id, body: note });
  return { no, outcome: 'made', recordId: id, version: reached, before: null };
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

/** Carries rows out by the single commands. */
export async function writeEnquiries(
  db: Db,
  run: Run,
  judged: readonly Judged<EnquiryPlan>[],
): Promise<Written[]> {
  const written: Written[] = [];
  for (const { no, plan } of judged) {
    if (!plan) continue;
    const { before } = plan;
    written.push(before ? await change(db, run, no, { ...plan, before }) : await make(db, run, no, plan));
  }
  return written;
}
