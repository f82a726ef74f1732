import type { SubscriptionRow } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function subscriptionExport(language: Language) {
  const { headers, sheet, cycle, billingTime, subscriptionStatus } = exportTexts[language];
  const columns: ExportColumn<SubscriptionRow>[] = [
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.package, value: (row) => row.package.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.cycle, value: (row) => cycle[row.cycle] },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.price, money: (row) => row.price, currency: (row) => row.currency },
    { header: headers.discountPct, value: (row) => row.discountPct },
    { header: headers.billingTime, value: (row) => billingTime[row.billing] },
    { header: headers.startsOn, value: (row) => row.startsOn },
    { header: headers.endedOn, value: (row) => row.endedOn },
    { header: headers.status, value: (row) => subscriptionStatus[row.status] },
  ];
  return { name: 'subscriptions', sheet: sheet.subscriptions, columns };
}
