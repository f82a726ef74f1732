import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import {
  withholdingCertificates,
  type WithholdingCertificate,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { quarters, withholdingEntries } from '@daybook/contracts/receivables/withholding/withholding-entries';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { RecordSection } from '@daybook/shared/record/record-screen';
import styles from './withholding.module.css';

/** The receipts of the quarter that await a certificate; this one can prove them with what is left of it. */
export function MatchList({ certificate }: { certificate: WithholdingCertificate }) {
  const { t } = useTranslation('billing');
  const { id, version, client, entity, fy, quarter, currency } = certificate;
  const { data } = useRead(withholdingEntries.list, {
    filter: {
      tab: 'awaited',
      clientId: client.id,
      entityId: entity.id,
      fy,
      quarter: quarters[quarter - 1],
      currency,
    },
    pageSize: 50,
  });
  const { save, isSaving } = useSave(withholdingCertificates.match);
  const match = async (entryId: string) => {
    try {
      await save({ id, matches: [{ entryId }] }, version);
      notify.success(t('withholding.done.certificate'));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <RecordSection title={t('withholding.couldProve')}>
      <ul className={styles.rows}>
        {data.rows.map((entry) => (
          <li key={entry.id}>
            <bdi>{entry.source.label}</bdi>
            <Amount minor={entry.open} currency={currency} />
            <Button size="small" loading={isSaving} onClick={() => void match(entry.id)}>
              {t('withholding.matchOne')}
            </Button>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
