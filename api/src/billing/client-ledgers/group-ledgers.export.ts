import type { GroupLedgerLine } from '@daybook/contracts/billing/client-ledgers/group-ledgers';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language, Reference } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import { NOTHING } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { ExportColumn } from '../../http/send-export.ts';
import type { GroupHead } from './group-ledgers.queries.ts';

type Line = Pick<GroupLedgerLine, 'date' | 'kind' | 'dueDate' | 'debit' | 'credit' | 'balance'> & {
  client: Reference;
  document: Reference | null;
};

/** The opening balances: of the group or, one client after the other, of each client. */
function openingsOf(head: GroupHead, order: 'together' | 'each'): Line[] {
  const { from } = head;
  if (from === null) return [];
  const openingOf = (client: Reference, balance: Minor): Line => ({
    client,
    date: from,
    kind: 'opening',
    document: null,
    dueDate: null,
    debit: NOTHING,
    credit: NOTHING,
    balance,
  });
  return order === 'together'
    ? [openingOf(head.group, head.opening)]
    : head.clients.map(({ client, opening }) => openingOf(client, opening));
}

/** The pages of the file: the first one begins with the opening balances. */
export const linesWithOpenings =
  (
    head: GroupHead,
    order: 'together' | 'each',
    read: (cursor: string | undefined) => Promise<Page<GroupLedgerLine>>,
  ) =>
  async (cursor: string | undefined): Promise<Page<Line>> => {
    const page = await read(cursor);
    return cursor === undefined ? { ...page, rows: [...openingsOf(head, order), ...page.rows] } : page;
  };

export function groupLedgerExport(language: Language, { group, entity, currency: of }: GroupHead) {
  const { headers, ledgerKind, sheet } = exportTexts[language];
  const currency = () => of;
  const columns: ExportColumn<Line>[] = [
    { header: headers.group, value: () => group.label },
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.entity, value: () => entity.label },
    { header: headers.date, date: (row) => row.date },
    { header: headers.kind, value: (row) => ledgerKind[row.kind] },
    { header: headers.document, value: (row) => row.document?.label },
    { header: headers.dueDate, date: (row) => row.dueDate },
    { header: headers.currency, value: currency },
    { header: headers.debit, money: (row) => row.debit, currency },
    { header: headers.credit, money: (row) => row.credit, currency },
    { header: headers.balance, money: (row) => row.balance, currency },
  ];
  return { name: 'group-ledger', sheet: sheet.groupLedger, columns };
}
