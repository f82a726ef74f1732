import { useTranslation } from 'react-i18next';
import { useMay } from '@daybook/shared/session';
import type { HistoryWords } from '@daybook/shared/history/history-event';
import { isLanguage } from '@daybook/shared/i18n';
import { languageName } from '@daybook/shared/inputs/code-names';
import { documentAddress, proformaAddress } from './addresses.ts';
import { placeText } from './document-parts.tsx';

/** Choices that are stored as a key, and the text group of their labels. */
const choices: Readonly<Record<string, string>> = {
  reminders: 'reminderMode',
  reasonCode: 'creditReason',
  paidBy: 'paidBy',
  mode: 'mode',
  'line.kind': 'lineKind',
  'line.unit': 'unit',
};

/** The labels of a document's fields and statuses in its history. The labels of its lines are the same for all kinds. */
export function useHistoryWords(fields: Readonly<Record<string, string>>, statuses: string): HistoryWords {
  const { t, i18n } = useTranslation('billing');
  const mayOpen = {
    invoice: useMay('invoices.view'),
    receipt: useMay('receipts.view'),
    credit_note: useMay('credit_notes.add', 'credit_notes.edit'),
    proforma: useMay('invoices.view'),
  };
  return {
    field: (name) => {
      const key = name.startsWith('line.') ? lineFields[name.slice('line.'.length)] : fields[name];
      return key === undefined ? null : t(key);
    },
    status: (status) => t(`${statuses}.${status}`),
    value: (field, text) => {
      if (field === 'docLocale' && isLanguage(text)) return languageName(text);
      if (field === 'placeOfSupply') return placeText(text);
      const key = `${choices[field]}.${text}`;
      return i18n.exists(`billing:${key}`) ? t(key) : null;
    },
    address: ({ kind, id }) => {
      if (!mayOpen[kind]) return null;
      return kind === 'proforma' ? proformaAddress(id) : documentAddress(kind, id);
    },
  };
}

const lineFields: Readonly<Record<string, string>> = {
  description: 'line.description',
  qty: 'line.qty',
  unit: 'line.unit',
  unitPrice: 'line.unitPrice',
  discount: 'line.discount',
  discountPct: 'line.discountPct',
  taxCode: 'line.tax',
  service: 'line.service',
  sacHsn: 'line.sacHsn',
  baseQty: 'line.baseQty',
  charge: 'line.charge',
  kind: 'line.kind',
  net: 'line.amount',
  amount: 'line.amount',
  reason: 'reason',
};
