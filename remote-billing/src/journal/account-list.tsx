import { useTranslation } from 'react-i18next';
import { ledgerAccounts, type LedgerAccount } from '@daybook/contracts/billing/journal/journal';
import { textColumn, type Column } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { onePage } from '@daybook/shared/list/one-page';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useAccountName } from './use-account-name.ts';
import styles from '../common/books.module.css';

/** The chart of accounts. */
export default function AccountList() {
  const { t } = useTranslation('billing');
  const nameOf = useAccountName();
  const read = useRead(ledgerAccounts.list, {});
  const columns: Column<LedgerAccount>[] = [
    { ...textColumn(t('journal.account'), nameOf), isHeading: true },
    textColumn(t('journal.type'), ({ type }) => t(`accountType.${type}`)),
    textColumn(t('journal.subledger'), ({ subledger }) =>
      subledger === 'none' ? null : t(`subledger.${subledger}`),
    ),
  ];
  return (
    <section aria-labelledby="accounts-title" className={styles.screen}>
      <h1 id="accounts-title" className={styles.title}>
        {t('accounts.title')}
      </h1>
      <ReadView of={read} shape="list">
        {({ rows }) => <DataTable label={t('accounts.title')} columns={columns} list={onePage(rows)} />}
      </ReadView>
    </section>
  );
}
