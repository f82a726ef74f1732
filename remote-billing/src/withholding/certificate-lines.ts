import {
  certificateColumns,
  type CertificateColumn,
  type CertificateLine,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { rowsOfTable, word, type Cell, type TableColumns } from '../common/read-columns.ts';

const columns: TableColumns<CertificateColumn> = {
  heads: {
    taxId: word('tan|pan|gstin|tax id|tax number|vat|siren|siret', '税号|納税者番号|税務番号'),
    client: word('clients?|customers?|party|deductor|name|nom', '客户|顧客|取引先|名称'),
    section: word('section|article|code', '依据|条|区分'),
    certificateDate: word('issued|certificate date|date of certificate|émise', '证明日期|発行日'),
    deductedOn: word('date|deducted|transaction|paid|retenue', '日期|日付|源泉徴収日'),
    number: word('n°|num|number|numéro|no|certificate|attestation', '编号|证明|番号|証明'),
    amount: word('amount|tax|tds|montant', '金额|税额|金額|税額'),
  },
  // "Tax ID" is no amount, and "Certificate date" no number.
  asked: ['taxId', 'certificateDate', 'amount', 'deductedOn', 'section', 'client', 'number'],
  inOrder: certificateColumns,
  needed: ['amount', 'number'],
  dates: ['deductedOn', 'certificateDate'],
  figures: ['amount'],
};

export const certificateLines = (
  table: readonly (readonly Cell[])[],
  dates: string,
  figures: string,
): CertificateLine[] => rowsOfTable(table, columns, dates, figures);
