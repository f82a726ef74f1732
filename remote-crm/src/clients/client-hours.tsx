import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { timeSpent } from '@daybook/contracts/tasks/time/time-spent';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { SpentOnTasks } from '@daybook/shared/record/time-spent';
import { useMay } from '@daybook/shared/session';
import { listOfClient } from '../addresses.ts';
import styles from '../crm.module.css';

/** The time spent for the client against the estimates, and for people who bill what is not billed yet. */
export function ClientHours({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const mayBill = useMay('pending_invoices');
  const spent = useRead(timeSpent.ofClient, { id: clientId });
  return (
    <RecordSection title={t('section.hours')}>
      <div className={styles.stack}>
        <ReadView of={spent}>{(time) => <SpentOnTasks {...time} />}</ReadView>
        {mayBill && <Unbilled clientId={clientId} />}
      </div>
    </RecordSection>
  );
}

function Unbilled({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const read = useRead(unbilledHours.ofClient, { id: clientId });
  return (
    <ReadView of={read}>
      {({ sums }) =>
        sums.map(({ currency, minutes, unratedMinutes, value }) => (
          <Facts
            key={currency}
            areFigures
            facts={[
              {
                label: t('hours.unbilled'),
                value: (
                  <Link to={listOfClient('unbilled_hours', clientId)}>
                    <bdi>{durationText(minutes)}</bdi>
                  </Link>
                ),
              },
              ...(unratedMinutes > 0
                ? [{ label: t('hours.unrated'), value: <bdi>{durationText(unratedMinutes)}</bdi> }]
                : []),
              { label: t('hours.value'), value: <Amount minor={value} currency={currency} /> },
            ]}
          />
        ))
      }
    </ReadView>
  );
}
