import { toDecimal } from '@daybook/contracts/money/money';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Change } from '../../../imports/import-kind.ts';
import type { ClientFields } from '../clients.rules.ts';

type Texts = Map<string, string>;

type Value = string | number | boolean | null | undefined;

const put = (texts: Texts, field: string, value: Value): void => {
  if (value !== null && value !== undefined && value !== '') texts.set(field, String(value));
};

function putBlocks(texts: Texts, block: string, items: readonly object[], parts: readonly string[]): void {
  for (const [index, item] of items.entries())
    for (const part of parts) {
      const value = (item as Record<string, Value | string[]>)[part];
      put(texts, `${block}${index + 1}.${part}`, Array.isArray(value) ? value.join('; ') : value);
    }
}

/** The fields of a client as texts, to show what an import changes. */
export function textsOfFields(fields: ClientFields, labels: ReadonlyMap<string, string>): Texts {
  const texts: Texts = new Map();
  const label = (id: string | null) => (id === null ? null : (labels.get(id) ?? id));
  const labelsOf = (ids: readonly string[]) =>
    ids
      .map((id) => label(id) ?? '')
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join('; ');
  put(texts, 'code', fields.oldCode);
  for (const name of [
    'name',
    'sortName',
    'legalName',
    'kind',
    'currency',
    'docLocale',
    'paymentTermsDays',
  ] as const)
    put(texts, name, fields[name]);
  for (const name of ['taxTreatment', 'billable', 'reminders', 'remindersPausedUntil', 'notes'] as const)
    put(texts, name, fields[name]);
  put(texts, 'crm', label(fields.crmId));
  put(texts, 'manager', label(fields.managerId));
  put(texts, 'group', label(fields.groupId));
  put(texts, 'defaultEntity', label(fields.defaultEntityId));
  put(texts, 'withholdingCode', label(fields.withholdingCodeId));
  put(texts, 'executives', labelsOf(fields.executiveIds));
  put(texts, 'departments', labelsOf(fields.departmentIds));
  put(texts, 'tags', fields.tags.join('; '));
  put(texts, 'withholdingRate', fields.withholdingRate && canonicalDecimal(fields.withholdingRate));
  const { creditLimit, currency } = fields;
  put(
    texts,
    'creditLimit',
    creditLimit !== null && currency !== null ? toDecimal(creditLimit, currency) : null,
  );
  putBlocks(texts, 'contact', fields.contacts, ['name', 'email', 'phone', 'roles']);
  putBlocks(texts, 'address', fields.addresses, [
    'kind',
    'line1',
    'line2',
    'city',
    'regionCode',
    'postal',
    'country',
  ]);
  putBlocks(texts, 'registration', fields.registrations, ['scheme', 'value', 'region', 'note']);
  return texts;
}

/** The fields that differ, in the order of the fields. */
export const changesOf = (before: Texts, after: Texts): Change[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((field) => before.get(field) !== after.get(field))
    .map((field) => ({ field, before: before.get(field) ?? '', after: after.get(field) ?? '' }));
