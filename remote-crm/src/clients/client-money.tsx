import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { ReadView } from '@daybook/shared/read/read-view';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { unallocatedOf } from '../addresses.ts';
import styles from '../crm.module.css';

/** What the client owes and has paid in advance, by currency. Only for people who may see amounts. */
export function ClientMoney({ client }: { client: Client }) {
  const { t } = useTranslation('crm');
  const seesMoney = useMay(...moneyPermissions);
  const read = useRead(clients.summary, seesMoney ? { id: client.id } : null);
  if (!seesMoney) return null;
  return (
    <RecordSection title={t('section.money')}>
      <ReadView of={read}>
        {({ balances }) => (
          <div className={styles.stack}>
            {balances?.length === 0 && <span className={styles.aside}>{t('money.none')}</span>}
            {balances?.map(({ currency, outstanding, advances }) => (
              <Facts
                key={currency}
                facts={[
                  {
                    label: t('money.outstanding'),
                    value: <Amount minor={outstanding} currency={currency} />,
                  },
                  { label: t('money.advances'), value: <Amount minor={advances} currency={currency} /> },
                ]}
              />
            ))}
            {balances?.some(({ advances }) => advances > 0) && <UseAdvance clientId={client.id} />}
            {client.creditLimit !== null && (
              <Facts
                facts={[
                  {
                    label: t('client.creditLimit'),
                    value: <Amount minor={client.creditLimit} currency={client.currency} />,
                  },
                ]}
              />
            )}
          </div>
        )}
      </ReadView>
    </RecordSection>
  );
}

/** Leads to what can still be allocated, as far as the person may allocate it. */
function UseAdvance({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const mayReceive = useMay('receipts.add');
  const mayApply = useMay('credit_notes.edit');
  return (
    <>
      {mayReceive && <Link to={unallocatedOf('receipt', clientId)}>{t('money.useAdvance')}</Link>}
      {mayApply && <Link to={unallocatedOf('credit_note', clientId)}>{t('money.useCreditNotes')}</Link>}
    </>
  );
}
