import type { ClientImportRules } from '@daybook/contracts/crm/clients/client-imports';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { Language } from '@daybook/contracts/fields';
import { CURRENCY_CODES, exponentOf } from '@daybook/contracts/money/currency';
import { fromDecimal } from '@daybook/contracts/money/money';
import { plainHeading } from '../../../imports/headings.ts';
import type { Remark } from '../../../imports/import-kind.ts';
import { normalise } from '../../../db/search.ts';
import type { CurrentUser } from '../../../auth/current-user.ts';
import { readAddresses, readContacts, readRegistrations } from './client-blocks.rules.ts';
import type { Blocks } from './client-blocks.rules.ts';
import type { ByName, ClientChoices, ImportEntity } from './client-choices.queries.ts';
import { dateOf, decimalOf, listed, listedByComma } from './cell-values.ts';
import { valuesOfFields } from './client-import-fields.ts';
import { fieldsOfClient } from '@daybook/contracts/crm/clients/fields-of-client';

export interface RowContext {
  user: CurrentUser;
  language: Language;
  rules: ClientImportRules;
  choices: ClientChoices;
  ownDepartments: readonly string[];
  seesMoney: boolean;
  checksumNote: string;
}

type Draft = Record<string, unknown>;

/** Reads the cells of one row, over the client that it names or over nothing. */
export class RowReader {
  readonly faults: Remark[] = [];
  readonly warnings: Remark[] = [];
  readonly draft: Draft;
  newGroup: string | null = null;
  readonly #cells: ReadonlyMap<string, string>;
  readonly #before: Client | null;
  readonly #context: RowContext;

  constructor(cells: ReadonlyMap<string, string>, before: Client | null, context: RowContext) {
    this.#cells = cells;
    this.#before = before;
    this.#context = context;
    const { kind, taxTreatment, crmId, defaultEntityId } = context.rules;
    this.draft = before ? { ...fieldsOfClient(before) } : { kind, taxTreatment, crmId, defaultEntityId };
  }

  readonly fault = (field: string, code: string, params?: Remark['params']): undefined => {
    this.faults.push(params ? { field, code, params } : { field, code });
  };

  /** What a cell gives; `cleared` is what an empty one gives to a client that exists, if empty cells clear. */
  take(field: string, key: string, read: (text: string) => unknown, cleared?: unknown): void {
    const text = this.#cells.get(field);
    if (text === undefined) return;
    if (text !== '') {
      const value = read(text);
      if (value !== undefined) this.draft[key] = value;
    } else if (cleared !== undefined && this.#before && this.#context.rules.empty === 'clear')
      this.draft[key] = cleared;
  }

  readonly #word = (field: string) => (text: string) =>
    valuesOfFields.get(field)?.get(plainHeading(text)) ?? this.fault(field, 'NOT_A_CHOICE');

  /** What the client already has may be named, even if it is no longer active. */
  #named(
    field: string,
    text: string,
    among: ByName,
    has: { id: string; label: string }[],
  ): string | undefined {
    const name = normalise(text);
    const standing = has.find(({ label }) => normalise(label) === name);
    if (standing) return standing.id;
    const [id, other] = among.get(name) ?? [];
    if (id === undefined) return this.fault(field, 'REFERENCE_UNKNOWN');
    return other === undefined
      ? id
      : this.fault(field, field === 'crm' ? 'PERSON_AMBIGUOUS' : 'KEY_AMBIGUOUS');
  }

  texts(): void {
    for (const field of ['name', 'legalName', 'sortName', 'notes'])
      this.take(field, field, (text) => text, field === 'name' ? '' : null);
    for (const field of ['kind', 'taxTreatment', 'docLocale', 'reminders'])
      this.take(field, field, this.#word(field));
    this.take('billable', 'billable', (text) => {
      const value = valuesOfFields.get('billable')?.get(plainHeading(text)) ?? text;
      if (value === 'yes' || value === 'true' || value === '1') return true;
      return value === 'no' || value === 'false' || value === '0' ? false : this.fault('billable', 'YES_NO');
    });
    this.take('remindersPausedUntil', 'remindersPausedUntil', dateOf, null);
    this.take('tags', 'tags', listedByComma, []);
    this.take('package', 'package', () => this.fault('package', 'REFERENCE_UNKNOWN'));
  }

  people(): void {
    const { choices } = this.#context;
    const before = this.#before;
    const many = (field: string, among: ByName, has: { id: string; label: string }[]) => (text: string) =>
      listed(text).flatMap((one) => this.#named(field, one, among, has) ?? []);
    this.take('crm', 'crmId', (text) => this.#named('crm', text, choices.crms, before ? [before.crm] : []));
    const manager = before?.manager ?? null;
    this.take(
      'manager',
      'managerId',
      (text) => this.#named('manager', text, choices.managers, manager ? [manager] : []),
      null,
    );
    this.take(
      'executives',
      'executiveIds',
      many('executives', choices.executives, before?.executives ?? []),
      [],
    );
    this.take(
      'departments',
      'departmentIds',
      many('departments', choices.departments, before?.departments ?? []),
      [],
    );
    this.take('group', 'groupId', (text) => this.#group(text), null);
    if (before && this.draft['groupId'] !== (before.group?.id ?? null) && choices.payers.has(before.id))
      this.fault('group', 'PAYS_FOR_GROUP');
  }

  #group(text: string): string | null | undefined {
    const { choices } = this.#context;
    const name = normalise(text);
    const before = this.#before?.group ?? null;
    if (before && normalise(before.label) === name) return before.id;
    const [id] = choices.groups.get(name) ?? [];
    if (id !== undefined) return id;
    if (choices.hiddenGroups.has(name)) return this.fault('group', 'REFERENCE_UNKNOWN');
    if (text.length > 120) return this.fault('group', 'TOO_LONG', { maximum: 120 });
    this.newGroup = text;
    this.warnings.push({ field: 'group', code: 'GROUP_MADE' });
    return null;
  }

  money(): ImportEntity | undefined {
    const { choices, language } = this.#context;
    const before = this.#before;
    const code = before?.withholdingCode ?? null;
    this.take('defaultEntity', 'defaultEntityId', (text) =>
      this.#named('defaultEntity', text, choices.entities, before ? [before.defaultEntity] : []),
    );
    this.take(
      'withholdingCode',
      'withholdingCodeId',
      (text) => this.#named('withholdingCode', text, choices.withholdingCodes, code ? [code] : []),
      null,
    );
    this.take(
      'currency',
      'currency',
      (text) => {
        const found = text.toUpperCase();
        return CURRENCY_CODES.includes(found) ? found : this.fault('currency', 'CURRENCY_UNKNOWN');
      },
      null,
    );
    this.take(
      'paymentTermsDays',
      'paymentTermsDays',
      (text) => {
        const days = Number(decimalOf(text.replace(/\s*(?:days?|jours?|天|日)$/i, ''), language) ?? text);
        return Number.isInteger(days) ? days : this.fault('paymentTermsDays', 'WRONG_FORMAT');
      },
      null,
    );
    this.take(
      'withholdingRate',
      'withholdingRate',
      (text) => {
        const rate = decimalOf(text.replace(/\s*[%％]$/, ''), language);
        return rate ?? this.fault('withholdingRate', 'WRONG_FORMAT');
      },
      null,
    );
    const entity = choices.entityById.get((this.draft['defaultEntityId'] as string | null | undefined) ?? '');
    this.take(
      'creditLimit',
      'creditLimit',
      (text) => this.#limit(text, entity),
      this.#context.seesMoney ? null : undefined,
    );
    return entity;
  }

  #limit(text: string, entity: ImportEntity | undefined): number | undefined {
    if (!this.#context.seesMoney) return this.fault('creditLimit', 'PERM_DENIED');
    const currency = (this.draft['currency'] as string | null | undefined) ?? entity?.baseCurrency;
    const amount = decimalOf(text, this.#context.language);
    if (currency === undefined) return undefined;
    const isFine = amount !== undefined && (amount.split('.')[1] ?? '').length <= exponentOf(currency);
    if (!isFine || amount.replace(/\D/g, '').length > 15) return this.fault('creditLimit', 'AMOUNT_FORMAT');
    return fromDecimal(amount, currency);
  }

  blocks(country: string): Record<'contacts' | 'addresses' | 'registrations', Blocks | null> {
    const before = this.#before ? fieldsOfClient(this.#before) : null;
    const context = {
      cells: this.#cells,
      isCleared: before !== null && this.#context.rules.empty === 'clear',
      country: before?.addresses[0]?.country ?? (this.#cells.get('address1.country') || country),
      fault: this.fault,
      warn: (remark: Remark) => this.warnings.push(remark),
    };
    const found = {
      contacts: readContacts(context, before?.contacts ?? []),
      addresses: readAddresses(context, before?.addresses ?? []),
      registrations: readRegistrations(context, before?.registrations ?? [], this.#context.checksumNote),
    };
    for (const [name, blocks] of Object.entries(found)) if (blocks) this.draft[name] = blocks.items;
    return found;
  }
}
