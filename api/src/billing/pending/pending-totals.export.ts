import { pendingAges } from '@daybook/contracts/billing/pending/pending-totals';
import type { PendingTotal } from '@daybook/contracts/billing/pending/pending-totals';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { ExportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import { inCurrency } from '../documents/exported-figures.ts';

const figuresOf = ({ headers }: ExportTexts): ExportColumn<PendingTotal>[] => [
  { header: headers.entity, value: (row) => row.entity.label },
  { header: headers.items, value: (row) => row.items },
  { header: headers.oldest, date: (row) => row.oldestOn },
  { header: headers.currency, value: (row) => row.currency },
  ...pendingAges.map((age) => inCurrency<PendingTotal>(headers[age], ({ byAge }) => byAge[age])),
  inCurrency(headers.amount, (row) => row.amount),
  { header: headers.heldItems, value: (row) => row.held.items },
  inCurrency(headers.held, (row) => row.held.amount),
  { header: headers.holdReason, value: (row) => row.held.reasons.join('; ') },
];

export function waitingClientExport(language: Language) {
  const say = exportTexts[language];
  const columns: ExportColumn<PendingTotal>[] = [
    { header: say.headers.client, value: (row) => row.who.label },
    { header: say.headers.group, value: (row) => row.group?.label },
    ...figuresOf(say),
  ];
  return { name: 'pending-by-client', sheet: say.sheet.pendingByClient, columns };
}

export function waitingGroupExport(language: Language) {
  const say = exportTexts[language];
  const columns: ExportColumn<PendingTotal>[] = [
    { header: say.headers.group, value: (row) => row.who.label },
    { header: say.headers.members, value: (row) => row.clients },
    ...figuresOf(say),
  ];
  return { name: 'pending-by-group', sheet: say.sheet.pendingByGroup, columns };
}
