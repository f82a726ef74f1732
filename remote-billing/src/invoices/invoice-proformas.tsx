import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { proformaAddress } from '../common/addresses.ts';
import { ProformaStatusTag } from '../common/proforma-status.tsx';
import styles from './invoices.module.css';

/** The proformas sent before the invoice, latest first. */
export function InvoiceProformas({ id }: { id: string }) {
  const { t } = useTranslation('billing');
  const { data } = useRead(proformas.list, { filter: { invoiceId: id } });
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <RecordSection title={t('proforma.list')}>
      <ul className={styles.waiting}>
        {data.rows.map((proforma) => (
          <li key={proforma.id}>
            <span>
              <Link to={proformaAddress(proforma.id)}>
                <bdi>{proforma.number}</bdi>
              </Link>{' '}
              <DateText date={proforma.issueDate} />{' '}
              <Amount minor={proforma.payable} currency={proforma.currency} />
            </span>
            <ProformaStatusTag status={proforma.status} validUntil={proforma.validUntil} />
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
