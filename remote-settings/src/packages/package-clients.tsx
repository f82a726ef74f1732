import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { recordPath } from '@daybook/contracts/entities';
import type { PackageRecord } from '@daybook/contracts/settings/packages/packages';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useTypedRead } from '@daybook/shared/read/use-typed-read';
import { Amount } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { countText } from '@daybook/shared/record/count-text';
import { DateText } from '@daybook/shared/record/date-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { applyPackageAddress, raisePackageAddress } from './addresses.ts';
import styles from './packages.module.css';

/** Gives the package to clients, and brings those who have an earlier version to the latest one. */
export function PackageClients({ record: { id, active, latest } }: { record: PackageRecord }) {
  const { t } = useTranslation('settings');
  const [isOpen, setOpen] = useState(false);
  // What is sold once does not go on with another version.
  const hasEarlier = latest.no > 1 && latest.cycle !== 'once';
  return (
    <Can do={['recurring_invoices.add', 'recurring_invoices.edit']}>
      <RecordSection title={t('package.clients')}>
        <p className={styles.hint}>{t('package.clientsHint')}</p>
        <div className={styles.actions}>
          {active && (
            <Can do="recurring_invoices.add">
              <LinkButton to={applyPackageAddress(id)}>{t('package.apply')}</LinkButton>
            </Can>
          )}
          <Can do="recurring_invoices.edit">
            {hasEarlier && <Button onClick={() => setOpen(true)}>{t('package.bring')}</Button>}
            <LinkButton to={raisePackageAddress(id)}>{t('package.raise')}</LinkButton>
          </Can>
        </div>
        {isOpen && <BringDialog id={id} onClose={() => setOpen(false)} />}
      </RecordSection>
    </Can>
  );
}

const Field = fieldOf(subscriptions.bringToLatestVersion);

function BringDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t('package.bring')}
      consequence={t('package.bringMeans')}
      endpoint={subscriptions.bringToLatestVersion}
      fixed={{ id }}
      verb={t('package.bringVerb')}
      onSaved={(job) => void navigate(recordPath('job', job.id))}
      onClose={onClose}
    >
      <Field name="from" label={t('package.from')} hint={t('package.bringHint')}>
        <DateInput />
      </Field>
      <Preview id={id} />
    </FormDialog>
  );
}

/** What each client pays now, and from the day on. */
function Preview({ id }: { id: string }) {
  const { t } = useTranslation('settings');
  const { data, error } = useTypedRead(subscriptions.previewLatestVersion, () => ({ id }));
  if (error !== null) return <p>{refusalText(error)}</p>;
  if (data === undefined) return null;
  const hidden = data.total - data.some.length;
  return (
    <>
      <p>{t('package.behind', { count: data.total, shown: countText(data.total) })}</p>
      {data.paused > 0 && (
        <p className={styles.hint}>
          {t('package.paused', { count: data.paused, shown: countText(data.paused) })}
        </p>
      )}
      <ul className={styles.contents} aria-label={t('package.clients')}>
        {data.some.map((one) => (
          <li key={one.subscription}>
            <bdi>{one.client.label}</bdi> <DateText date={one.from} />:{' '}
            <Amount currency={one.currency} minor={one.price} /> →{' '}
            <Amount currency={one.newCurrency} minor={one.newPrice} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{t('package.andMore', { count: hidden, shown: countText(hidden) })}</p>}
    </>
  );
}
