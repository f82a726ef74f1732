import type { Texts } from '@daybook/shared/i18n';
import type { Language } from '@daybook/contracts/fields';
import { exposeRemote } from '@daybook/shared/remote';
import { seriesTexts } from '@daybook/shared/series-texts';
import { sharedTexts } from '@daybook/shared/texts';
import { withImportTexts } from './import-texts.ts';
import { withLaterTexts } from './later-texts.ts';
import type { screens, widgets } from './screens.ts';

const own: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackMode: "eager" */ './locales/en.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ './locales/zh.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './locales/fr.json'),
  ja: () => import(/* webpackChunkName: "texts-ja" */ './locales/ja.json'),
};

/** The only exposed module. It imports no screen and only says how to load each. */
export default exposeRemote<typeof screens, typeof widgets>({
  screens: {
    'pending-invoices': withLaterTexts(() => import('./pending-invoices/pending-list.tsx')),
    'pending-by-client': withLaterTexts(() => import('./pending-invoices/pending-by-client.tsx')),
    'pending-by-group': withLaterTexts(() => import('./pending-invoices/pending-by-group.tsx')),
    'unbilled-hours': withLaterTexts(() => import('./pending-invoices/hours/unbilled-hours-list.tsx')),
    outstanding: withLaterTexts(() => import('./outstanding/outstanding-report.tsx')),
    revaluation: withLaterTexts(() => import('./outstanding/revaluation-list.tsx')),
    'unbilled-clients': withLaterTexts(() => import('./unbilled-clients/unbilled-list.tsx')),
    invoices: () => import('./invoices/invoice-list.tsx'),
    'invoice-add': () => import('./invoices/editor/add-invoice.tsx'),
    'invoice-edit': () => import('./invoices/editor/edit-invoice.tsx'),
    'invoice-view': () => import('./invoices/invoice-record.tsx'),
    'invoice-job': () => import('./invoices/bulk/job-screen.tsx'),
    'recurring-invoices': () => import('./recurring-invoices/recurring-list.tsx'),
    'recurring-invoice-add': () => import('./recurring-invoices/add-recurring.tsx'),
    'recurring-invoice-edit': () => import('./recurring-invoices/edit-recurring.tsx'),
    'price-rises': withLaterTexts(() => import('./recurring-invoices/price-rises/rise-list.tsx')),
    'price-rise': withLaterTexts(() => import('./recurring-invoices/price-rises/rise-record.tsx')),
    proformas: () => import('./proformas/proforma-list.tsx'),
    'proforma-view': () => import('./proformas/proforma-record.tsx'),
    receipts: () => import('./receipts/receipt-list.tsx'),
    'postdated-cheques': () => import('./receipts/postdated-list.tsx'),
    'receipt-add': () => import('./receipts/add-receipt.tsx'),
    'receipt-view': () => import('./receipts/receipt-record.tsx'),
    'credit-notes': withLaterTexts(() => import('./credit-notes/credit-note-list.tsx')),
    'credit-note-add': withLaterTexts(() => import('./credit-notes/add-credit-note.tsx')),
    'credit-note-edit': withLaterTexts(() => import('./credit-notes/edit-credit-note.tsx')),
    'credit-note-view': withLaterTexts(() => import('./credit-notes/credit-note-record.tsx')),
    expenses: withLaterTexts(() => import('./expenses/expense-list.tsx')),
    'follow-up': withLaterTexts(() => import('./follow-up/worklist.tsx')),
    'send-reminders': withLaterTexts(() => import('./reminders/send-reminders.tsx')),
    'follow-up-history': withLaterTexts(() => import('./follow-up/history.tsx')),
    'opening-balances': withLaterTexts(() => import('./opening-balances/opening-list.tsx')),
    'opening-imports': withLaterTexts(
      withImportTexts(() => import('./opening-balances/imports/opening-import-list.tsx')),
    ),
    'opening-import': withLaterTexts(
      withImportTexts(() => import('./opening-balances/imports/opening-import-record.tsx')),
    ),
    'client-ledgers': withLaterTexts(() => import('./client-ledgers/client-ledgers-screen.tsx')),
    'user-ledgers': withLaterTexts(() => import('./user-ledger/user-ledgers-screen.tsx')),
    'own-ledger': withLaterTexts(() => import('./user-ledger/own-ledger-screen.tsx')),
    'collection-report': withLaterTexts(() => import('./collections/collection-report.tsx')),
    'withholding-register': withLaterTexts(() => import('./withholding/withholding-list.tsx')),
    'withholding-quarters': withLaterTexts(() => import('./withholding/quarter-list.tsx')),
    'withholding-certificates': withLaterTexts(() => import('./withholding/certificate-list.tsx')),
    realisation: withLaterTexts(() => import('./realisation/realisation-report.tsx')),
    'realised-hours': withLaterTexts(() => import('./realisation/realised-hours.tsx')),
    'realised-bills': withLaterTexts(() => import('./realisation/realised-bills.tsx')),
    'recurring-revenue': withLaterTexts(() => import('./recurring-revenue/recurring-revenue.tsx')),
    'collected-receipts': withLaterTexts(() => import('./collections/collected-receipts.tsx')),
    'tax-registers': withLaterTexts(() => import('./tax-registers/tax-registers.tsx')),
    'statement-schedules': withLaterTexts(() => import('./statements/schedule-list.tsx')),
    'statement-schedule-add': withLaterTexts(() => import('./statements/add-schedule.tsx')),
    'statement-schedule-edit': withLaterTexts(() => import('./statements/edit-schedule.tsx')),
    'trial-balance': withLaterTexts(() => import('./journal/trial-balance.tsx')),
    journal: withLaterTexts(() => import('./journal/journal-list.tsx')),
    'journal-add': withLaterTexts(() => import('./journal/add-journal.tsx')),
    'journal-entry': withLaterTexts(() => import('./journal/journal-entry.tsx')),
  },
  widgets: {
    money: withLaterTexts(() => import('./widgets/money.tsx')),
    waiting: () => import('./widgets/waiting.tsx'),
    'income-by-department': () => import('./widgets/income-by-department.tsx'),
    'follow-up': withLaterTexts(() => import('./widgets/follow-up.tsx')),
    'reminders-today': withLaterTexts(() => import('./widgets/reminders-today.tsx')),
    'overdue-by-age': withLaterTexts(() => import('./widgets/overdue-by-age.tsx')),
    'days-sales-outstanding': () => import('./widgets/days-sales-outstanding.tsx'),
  },
  texts: async (lng) => {
    const [texts, shared, series] = await Promise.all([own[lng](), sharedTexts(lng), seriesTexts(lng)]);
    return { billing: texts.default, shared, series };
  },
});
