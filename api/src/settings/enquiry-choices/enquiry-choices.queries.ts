import { sql } from 'kysely';
import type { EnquirySource, LostReason } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';

interface Usual {
  enquirySource: EnquirySource['usual'];
  lostReason: LostReason['usual'];
}

/** The lists that work on enquiries chooses from. Both tables have the same columns. */
export type ChoiceTable = keyof Usual;

const rowsOf = <Table extends ChoiceTable>(db: Db, table: Table) =>
  db
    .selectFrom<ChoiceTable>(table)
    .select(['id', 'version', 'name', 'active', sql<Usual[Table]>`usual`.as('usual')]);

/** All entries, in the order in which they are offered. */
export const listChoices = <Table extends ChoiceTable>(db: Db, table: Table) =>
  rowsOf(db, table).orderBy('place').orderBy('id').execute();

/** Refuses NOT_FOUND. */
export async function getChoice<Table extends ChoiceTable>(db: Db, table: Table, id: string) {
  const row = await rowsOf(db, table).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}
