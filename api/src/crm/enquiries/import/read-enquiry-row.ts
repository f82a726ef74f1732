import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { isLiveEnquiry } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { EnquiryImportRules } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import type { Language } from '@daybook/contracts/fields';
import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import { noteFields } from '@daybook/contracts/notes';
import { seesMoney } from '../../../auth/current-user.ts';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { ByName } from '../../../imports/by-name.ts';
import { CellReader } from '../../../imports/cell-reader.ts';
import { amountOf, dateOf, listed, phoneOf } from '../../../imports/cell-values.ts';
import type { Remark } from '../../../imports/import-kind.ts';
import type { EnquiryChoices } from './enquiry-choices.queries.ts';
import { valuesOfFields } from './enquiry-import-fields.ts';
import { fieldsOfEnquiry } from './enquiry-texts.ts';
import { readStage } from './read-stage.ts';
import type { Stage } from './read-stage.ts';

/** A stored enquiry; what a row does with its notes is decided by their texts. */
export type StoredEnquiry = Omit<Enquiry, 'notes'>;

/** A new enquiry already has the id that it will be made with. */
export type EnquiryFields = ParsedInputOf<typeof enquiries.edit>;

export interface EnquiryContext {
  user: CurrentUser;
  language: Language;
  rules: EnquiryImportRules;
  choices: EnquiryChoices;
  referrers: ByName;
  /** The names of all records that a cell may name. */
  labels: ReadonlyMap<string, string>;
}

interface ReadEnquiry {
  fields: EnquiryFields | null;
  stage: Stage | null;
  note: string | null;
  faults: Remark[];
}

const Note = z.object(noteFields);

const columnsOf: Record<string, string> = {
  sourceId: 'source',
  referrerClientId: 'referrer',
  ownerId: 'owner',
  serviceIds: 'services',
  body: 'notes',
};

/** `serviceIds.1` is a fault of the column of services. */
function columnOf(path: string): string {
  const [name = ''] = path.split('.');
  return columnsOf[name] ?? name;
}

/** What a new enquiry has if its row says nothing. */
const newDraft = ({ user, rules, choices }: EnquiryContext) => ({
  id: uuidv7(),
  enquiryDate: choices.today,
  sourceId: rules.sourceId,
  ownerId: rules.ownerId ?? user.id,
  nextActionOn: rules.nextActionOn,
});

function takeTexts(reader: CellReader, country: string): void {
  reader.take('enquiryDate', 'enquiryDate', dateOf);
  reader.take('name', 'name', (text) => text, '');
  for (const field of ['company', 'email', 'taxId']) reader.take(field, field, (text) => text, null);
  const own = (reader.cells.get('country') ?? '').toUpperCase();
  if (own !== '' && !/^[A-Z]{2}$/.test(own)) reader.fault('country', 'WRONG_FORMAT');
  reader.take('phone', 'phone', (text) => phoneOf(text, own || country), null);
  reader.take('nextActionOn', 'nextActionOn', dateOf, null);
}

function takeRecords(reader: CellReader, before: StoredEnquiry | null, context: EnquiryContext): void {
  const { choices, referrers, labels } = context;
  const source = before ? [{ id: before.source.id, label: labels.get(before.source.id) ?? '' }] : [];
  reader.take('source', 'sourceId', (text) => reader.named('source', text, choices.sources, source));
  const owner = before ? [before.owner] : [];
  reader.take('owner', 'ownerId', (text) =>
    reader.named('owner', text, choices.owners, owner, 'PERSON_AMBIGUOUS'),
  );
  const referrer = before?.referrerClient ? [before.referrerClient] : [];
  reader.take(
    'referrer',
    'referrerClientId',
    (text) => reader.named('referrer', text, referrers, referrer),
    null,
  );
  const services = before?.services ?? [];
  reader.take(
    'services',
    'serviceIds',
    (text) => listed(text).flatMap((one) => reader.named('services', one, choices.services, services) ?? []),
    [],
  );
}

/** The expected value with its currency. Without the permission to see amounts they stay as they are. */
function takeValue(reader: CellReader, before: StoredEnquiry | null, context: EnquiryContext): void {
  const { user, language } = context;
  const text = reader.cells.get('expectedValue') ?? '';
  if (!seesMoney(user)) {
    if (text !== '') reader.fault('expectedValue', 'PERM_DENIED');
    return;
  }
  reader.take('currency', 'currency', (given) => {
    const code = given.toUpperCase();
    return CURRENCY_CODES.includes(code) ? code : reader.fault('currency', 'CURRENCY_UNKNOWN');
  });
  const { draft } = reader;
  reader.take(
    'expectedValue',
    'expectedValue',
    (given) => {
      const currency = draft['currency'] as string | null | undefined;
      if (!currency) return reader.fault('currency', 'REQUIRED');
      return amountOf(given, currency, language) ?? reader.fault('expectedValue', 'AMOUNT_FORMAT');
    },
    null,
  );
  // An amount of one currency is not one of another.
  const isOther = before !== null && before.currency !== null && draft['currency'] !== before.currency;
  if (isOther && text === '' && draft['expectedValue'] !== null) reader.fault('expectedValue', 'REQUIRED');
  if ((draft['expectedValue'] ?? null) === null) draft['currency'] = null;
}

function readNote(reader: CellReader): string | null {
  const body = reader.cells.get('notes') ?? '';
  if (body === '') return null;
  const parsed = Note.safeParse({ body });
  if (parsed.success) return parsed.data.body;
  reader.report(fieldRefusals(parsed.error, { body }), columnOf);
  return null;
}

/** What the rules of the single command say of the draft. */
function settle(reader: CellReader, before: StoredEnquiry | null, stage: Stage | null): EnquiryFields | null {
  const isLive = isLiveEnquiry(stage?.to ?? before?.status ?? 'new');
  const { draft } = reader;
  if (isLive && (draft['nextActionOn'] ?? null) === null) reader.fault('nextActionOn', 'REQUIRED');
  const given = { ...draft, ...(stage && !isLive && { nextActionOn: null }) };
  const parsed = enquiries.edit.input.safeParse(given);
  if (parsed.success) return parsed.data;
  reader.report(fieldRefusals(parsed.error, given), columnOf);
  return null;
}

export function readEnquiryRow(
  cells: ReadonlyMap<string, string>,
  before: StoredEnquiry | null,
  context: EnquiryContext,
): ReadEnquiry {
  const reader = new CellReader({
    cells,
    draft: before ? { ...fieldsOfEnquiry(before) } : newDraft(context),
    isCleared: before !== null && context.rules.empty === 'clear',
    values: valuesOfFields,
  });
  takeTexts(reader, context.choices.country);
  takeRecords(reader, before, context);
  takeValue(reader, before, context);
  const stage = readStage(reader, before, context);
  const note = readNote(reader);
  const fields = settle(reader, before, stage);
  const { faults } = reader;
  return { fields: faults.length > 0 ? null : fields, stage, note, faults };
}
