import type {
  Movement,
  RevenueGrouping,
  RevenueRow,
} from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { movements } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function recurringRevenueExport(language: Language, by: RevenueGrouping) {
  const { headers, sheet } = exportTexts[language];
  const movementHeaders: Record<Movement, string> = {
    new: headers.revenueNew,
    reactivated: headers.revenueReactivated,
    expansion: headers.revenueExpansion,
    contraction: headers.revenueContraction,
    paused: headers.revenuePaused,
    lost: headers.revenueLost,
  };
  const heading = { month: headers.month, package: headers.package, department: headers.department }[by];
  const columns: ExportColumn<RevenueRow>[] = [
    { header: heading, value: ({ key, label }) => label || (key === 'none' ? '–' : key.slice(0, 7)) },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.openingRevenue, money: (row) => row.opening, currency: (row) => row.currency },
    ...movements.map((name): ExportColumn<RevenueRow> => ({
      header: movementHeaders[name],
      money: (row) => row[name],
      currency: (row) => row.currency,
    })),
    { header: headers.closingRevenue, money: (row) => row.closing, currency: (row) => row.currency },
    { header: headers.clientCount, value: (row) => row.clients },
    { header: headers.joined, value: (row) => row.joined },
    { header: headers.left, value: (row) => row.left },
  ];
  return { name: 'recurring-revenue', sheet: sheet.recurringRevenue, columns };
}
