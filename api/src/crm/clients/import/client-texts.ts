import { toDecimal } from '@daybook/contracts/money/money';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { put } from '../../../imports/changed-fields.ts';
import type { FieldTexts, FieldValue } from '../../../imports/changed-fields.ts';
import { valueSeparator } from '../../../imports/field-words.ts';
import type { ClientFields } from '../clients.rules.ts';

function putBlocks(
  texts: FieldTexts,
  block: string,
  items: readonly object[],
  parts: readonly string[],
): void {
  for (const [index, item] of items.entries())
    for (const part of parts) {
      const value = (item as Record<string, FieldValue | string[]>)[part];
      put(texts, `${block}${index + 1}.${part}`, Array.isArray(value) ? value.join(valueSeparator) : value);
    }
}

/** The fields of a client as texts, to show what an import changes. */
export function textsOfFields(fields: ClientFields, labels: ReadonlyMap<string, string>): FieldTexts {
  const texts: FieldTexts = new Map();
  const label = (id: string | null) => (id === null ? null : (labels.get(id) ?? id));
  const labelsOf = (ids: readonly string[]) =>
    ids
      .map((id) => label(id) ?? '')
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join(valueSeparator);
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
  for (const name of ['taxTreatment', 'reminders', 'remindersPausedUntil', 'notes'] as const)
    put(texts, name, fields[name]);
  put(texts, 'billable', fields.billable ? 'yes' : 'no');
  put(texts, 'crm', label(fields.crmId));
  put(texts, 'manager', label(fields.managerId));
  put(texts, 'group', label(fields.groupId));
  put(texts, 'defaultEntity', label(fields.defaultEntityId));
  put(texts, 'withholdingCode', label(fields.withholdingCodeId));
  put(texts, 'executives', labelsOf(fields.executiveIds));
  put(texts, 'departments', labelsOf(fields.departmentIds));
  put(texts, 'tags', fields.tags.join(valueSeparator));
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
