import { z } from 'zod';
import { clientFields } from '@daybook/contracts/crm/clients/clients';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import { Refusal } from '@daybook/contracts/refusals';
import type { Remark } from '../../../imports/import-kind.ts';
import { inReachOf, settled } from '../save-client.ts';
import type { Checked } from '../save-client.ts';
import type { ClientFields } from '../clients.rules.ts';
import type { Blocks } from './client-blocks.rules.ts';
import type { ImportEntity } from './client-choices.queries.ts';
import { readPackage } from './package-of-row.ts';
import type { PackagePlan } from './package-of-row.ts';
import { RowReader } from './row-reader.ts';
import type { RowContext } from './row-reader.ts';

const Schema = z.strictObject(clientFields);

export interface ReadClient {
  fields: Checked | null;
  /** A group that does not exist yet. */
  newGroup: string | null;
  package: PackagePlan | null;
  faults: Remark[];
  warnings: Remark[];
}

const columnsOf: Record<string, string> = {
  crmId: 'crm',
  managerId: 'manager',
  groupId: 'group',
  executiveIds: 'executives',
  departmentIds: 'departments',
  defaultEntityId: 'defaultEntity',
  withholdingCodeId: 'withholdingCode',
  oldCode: 'code',
};

/** `contacts.1.email` is a fault of the field that the second contact came from. */
function columnOf(path: string, blocks: Record<string, Blocks | null>): string {
  const [name = '', index = '', part = ''] = path.split('.');
  const origin = blocks[name]?.origins[Number(index)];
  if (origin === undefined) return columnsOf[name] ?? name;
  if (origin === '') return `${name.replace(/e?s$/, '')}${Number(index) + 1}.${part}`;
  return origin.includes('.') ? origin : `${origin}.${part}`;
}

/** An import never takes a client out of the reach of whoever imports it. */
function withinReach(fields: ClientFields, before: Client | null, context: RowContext): ClientFields {
  const { user, ownDepartments } = context;
  const keptCrm = before && user.userType === 'crm' ? { ...fields, crmId: before.crm.id } : fields;
  if (!before) return inReachOf(user, keptCrm, ownDepartments);
  if (user.scope === 'all') return keptCrm;
  const own = before.departments.filter(({ id }) => ownDepartments.includes(id)).map(({ id }) => id);
  if (own.length > 0 && !keptCrm.departmentIds.some((id) => ownDepartments.includes(id)))
    return { ...keptCrm, departmentIds: [...keptCrm.departmentIds, ...own] };
  const wasExecutive = before.executives.some(({ id }) => id === user.id);
  if (!wasExecutive) return keptCrm;
  return { ...keptCrm, executiveIds: [...new Set([...keptCrm.executiveIds, user.id])] };
}

/** What the rules of clients say of the draft; the faults are by column. */
function settle(
  reader: RowReader,
  entity: ImportEntity | undefined,
  blocks: Record<string, Blocks | null>,
  before: Client | null,
  context: RowContext,
): Checked | null {
  const isOwn = before === null && context.user.userType === 'crm';
  if (isOwn) reader.draft['crmId'] ??= context.user.id;
  const report = (fields: Refusal['fields']) => reader.report(fields, (path) => columnOf(path, blocks));
  const parsed = Schema.safeParse(reader.draft);
  if (!parsed.success) report(fieldRefusals(parsed.error, reader.draft));
  if (!parsed.success || !entity) return null;
  const fields = withinReach(parsed.data, before, context);
  if (isOwn && parsed.data.crmId !== context.user.id)
    reader.warnings.push({ field: 'crm', code: 'CRM_ONESELF' });
  try {
    return settled(fields, entity);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report(error.fields);
    return null;
  }
}

export function readClientRow(
  cells: ReadonlyMap<string, string>,
  before: Client | null,
  context: RowContext,
): ReadClient {
  const reader = new RowReader(cells, before, context);
  reader.texts();
  reader.people();
  const entity = reader.money();
  const code = cells.get('code') ?? '';
  const codes = [before?.code, before?.oldCode].map((one) => one?.toLowerCase());
  if (code !== '' && !codes.includes(code.toLowerCase())) reader.draft['oldCode'] = code;
  const blocks = reader.blocks(entity?.country ?? '');
  const given = readPackage(reader, before, context);
  const fields = settle(reader, entity, blocks, before, context);
  const { newGroup, faults, warnings } = reader;
  return { fields: faults.length > 0 ? null : fields, newGroup, package: given, faults, warnings };
}
