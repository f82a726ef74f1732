import { useTranslation } from 'react-i18next';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { DateText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { today } from '@daybook/shared/today';
import styles from '../crm.module.css';

type Registration = Client['registrations'][number];

const hasEnded = ({ validTo }: Registration): boolean => validTo !== null && validTo < today();

/** The tax numbers in force, and below them those that have ended. */
export function ClientRegistrations({ client: { registrations } }: { client: Client }) {
  const { t } = useTranslation('crm');
  const ended = registrations.filter(hasEnded);
  return (
    <>
      <RecordSection title={t('section.registrations')}>
        {registrations.length === 0 && <span className={styles.aside}>{t('registration.none')}</span>}
        <Numbers
          label={t('section.registrations')}
          registrations={registrations.filter((one) => !hasEnded(one))}
        />
      </RecordSection>
      {ended.length > 0 && (
        <RecordSection title={t('registration.ended')}>
          <Numbers label={t('registration.ended')} registrations={ended} />
        </RecordSection>
      )}
    </>
  );
}

function Numbers({ label, registrations }: { label: string; registrations: readonly Registration[] }) {
  const { t } = useTranslation('crm');
  return (
    <ul className={styles.list} aria-label={label}>
      {registrations.map(({ scheme, value, note, validFrom, validTo }) => (
        <li key={scheme + value} className={styles.row}>
          <span className={styles.aside}>{t(`scheme.${scheme.replace(':', '_')}`)}</span>
          <bdi dir="ltr">{value}</bdi>
          {validFrom !== null && (
            <span className={styles.aside}>
              {t('registration.validFrom')} <DateText date={validFrom} />
            </span>
          )}
          {validTo !== null && (
            <span className={styles.aside}>
              {t('registration.validTo')} <DateText date={validTo} />
            </span>
          )}
          {validFrom !== null && validFrom > today() && (
            <StatusTag tone="draft">{t('registration.notYet')}</StatusTag>
          )}
          {note !== null && (
            <span className={styles.aside}>
              {t('registration.unchecked')} · <bdi>{note}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
