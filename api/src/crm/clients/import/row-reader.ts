import type { ClientImportRules } from '@daybook/contracts/crm/clients/client-imports';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { Language } from '@daybook/contracts/fields';
import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import type { ByName } from '../../../imports/by-name.ts';
import { amountOf, dateOf, decimalOf, listed, listedByComma } from '../../../imports/cell-values.ts';
import { CellReader } from '../../../imports/cell-reader.ts';
import { plainHeading } from '../../../imports/headings.ts';
import type { Remark } from '../../../imports/import-kind.ts';
import { normalise } from '../../../db/search.ts';
import type { CurrentUser } from '../../../auth/current-user.ts';
import { readAddresses, readContacts, readRegistrations } from './client-blocks.rules.ts';
import type { Blocks } from './client-blocks.rules.ts';
import type { ClientChoices, ImportEntity } from './client-choices.queries.ts';
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

/** Reads the cells of one row, over the client that it names or over nothing. */
export class RowReader extends CellReader {
  newGroup: string | null = null;
  readonly #before: Client | null;
  readonly #context: RowContext;

  constructor(cells: ReadonlyMap<string, string>, before: Client | null, context: RowContext) {
    const { kind, taxTreatment, crmId, defaultEntityId, empty } = context.rules;
    super({
      cells,
      draft: before ? { ...fieldsOfClient(before) } : { kind, taxTreatment, crmId, defaultEntityId },
      isCleared: before !== null && empty === 'clear',
      values: valuesOfFields,
    });
    this.#before = before;
    this.#context = context;
  }

  texts(): void {
    for (const field of ['name', 'legalName', 'sortName', 'notes'])
      this.take(field, field, (text) => text, field === 'name' ? '' : null);
    for (const field of ['kind', 'taxTreatment', 'docLocale', 'reminders'])
      this.take(field, field, this.word(field));
    this.take('billable', 'billable', (text) => {
      const value = valuesOfFields.get('billable')?.get(plainHeading(text)) ?? text;
      if (value === 'yes' || value === 'true' || value === '1') return true;
      return value === 'no' || value === 'false' || value === '0' ? false : this.fault('billable', 'YES_NO');
    });
    this.take('remindersPausedUntil', 'remindersPausedUntil', dateOf, null);
    this.take('tags', 'tags', listedByComma, []);
  }

  people(): void {
    const { choices } = this.#context;
    const before = this.#before;
    const many = (field: string, among: ByName, has: { id: string; label: string }[]) => (text: string) =>
      listed(text).flatMap((one) => this.named(field, one, among, has) ?? []);
    this.take('crm', 'crmId', (text) =>
      this.named('crm', text, choices.crms, before ? [before.crm] : [], 'PERSON_AMBIGUOUS'),
    );
    const manager = before?.manager ?? null;
    this.take(
      'manager',
      'managerId',
      (text) => this.named('manager', text, choices.managers, manager ? [manager] : []),
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
      this.named('defaultEntity', text, choices.entities, before ? [before.defaultEntity] : []),
    );
    this.take(
      'withholdingCode',
      'withholdingCodeId',
      (text) => this.named('withholdingCode', text, choices.withholdingCodes, code ? [code] : []),
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
    if (currency === undefined) return undefined;
    return amountOf(text, currency, this.#context.language) ?? this.fault('creditLimit', 'AMOUNT_FORMAT');
  }

  blocks(country: string): Record<'contacts' | 'addresses' | 'registrations', Blocks | null> {
    const before = this.#before ? fieldsOfClient(this.#before) : null;
    const context = {
      cells: this.cells,
      isCleared: before !== null && this.#context.rules.empty === 'clear',
      country: before?.addresses[0]?.country ?? (this.cells.get('address1.country') || country),
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
