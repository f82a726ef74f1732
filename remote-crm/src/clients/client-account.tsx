import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { Can } from '@daybook/shared/record/can';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { followUpOfClient, ledgerOfClient, listOfClient } from '../addresses.ts';
import styles from '../crm.module.css';
import { ClientMoney } from './client-money.tsx';

/** What the client owes, and where its account and follow-up are. */
export function ClientAccount({ client }: { client: Client }) {
  const { t } = useTranslation('crm');
  return (
    <>
      <ClientMoney client={client} />
      <RecordSection title={t('account.pages')}>
        <ul className={styles.list} aria-label={t('account.pages')}>
          <Can do="reports.client_ledgers">
            <li>
              <Link to={ledgerOfClient(client.id)}>{t('account.ledger')}</Link>
            </li>
          </Can>
          <Can do="followup.client_outstanding_report">
            <li>
              <Link to={listOfClient('outstanding', client.id)}>{t('account.outstanding')}</Link>
            </li>
          </Can>
          <Can do={['followup.history', 'followup.follow_up']}>
            <li>
              <Link to={followUpOfClient(client.id)}>{t('account.followUp')}</Link>
            </li>
          </Can>
          <Can do="receipts.view">
            <li>
              <Link to={listOfClient('withholding_entry', client.id)}>{t('account.withholding')}</Link>
            </li>
          </Can>
        </ul>
      </RecordSection>
    </>
  );
}
