import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { OutstandingLine } from '@daybook/contracts/receivables/outstanding/outstanding';
import { RowMenu } from '@daybook/shared/list/row-menu';
import { LinkButton } from '@daybook/shared/record/link-button';
import { useMay } from '@daybook/shared/session';
import { followUpAddress, ledgerAddress, logContactAddress } from '../common/addresses.ts';
import styles from './outstanding.module.css';

/** What can be done with the client of a line, by people who may do it. */
export function LineActions({ line: { who, currency } }: { line: OutstandingLine }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayLog = useMay('followup.follow_up');
  const mayOpenHistory = useMay('followup.history', 'followup.follow_up');
  const mayOpenLedger = useMay('reports.client_ledgers');
  if (who === null) return null;
  const go = (to: string) => () => void navigate(to);
  const items = [
    ...(mayOpenLedger
      ? [
          {
            key: 'ledger',
            label: t('ledger.open'),
            onClick: go(ledgerAddress({ clientId: who.id, currency })),
          },
        ]
      : []),
    ...(mayOpenHistory
      ? [{ key: 'history', label: t('followUp.history'), onClick: go(followUpAddress(who.id)) }]
      : []),
  ];
  return (
    <div className={styles.actions}>
      {mayLog && (
        <LinkButton
          size="small"
          to={logContactAddress(who.id)}
          aria-label={t('followUp.logFor', { client: who.label })}
        >
          {t('followUp.log')}
        </LinkButton>
      )}
      {items.length > 0 && <RowMenu label={t('more', { what: who.label })} items={items} />}
    </div>
  );
}
