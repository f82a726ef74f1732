import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ClientSeries } from '@daybook/contracts/crm/clients/client-summary';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { useMay } from '@daybook/shared/session';
import { DateText } from '@daybook/shared/record/date-text';
import { ReadView } from '@daybook/shared/read/read-view';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useFreshRead } from '@daybook/shared/read/use-read';
import { seriesAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { invoiceSeriesKeys, taskSeriesKeys } from './record-keys.ts';

/** Lists the active series that deactivating the client will pause. Hidden if there are none. */
export function SeriesThatRest({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const read = useFreshRead(clients.series, { id: clientId });
  return (
    <ReadView of={read} shape="list">
      {({ series }) => {
        const active = series.filter(({ status }) => status === 'active');
        if (active.length === 0) return null;
        return (
          <>
            <p>{t('series.willRest')}</p>
            <ul aria-label={t('series.willRest')}>
              {active.map((one) => (
                <li key={one.id}>
                  <Title of={one} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </ReadView>
  );
}

/** After reactivating a client: its series that are still paused, their missed periods, and links to resume them. */
export function RestingSeries({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('crm');
  const focus = useDialogFocus();
  const read = useFreshRead(clients.series, { id: client.id });
  return (
    <Modal
      open
      wrapProps={focus}
      title={t('series.rests', { name: client.name })}
      footer={<Button onClick={onClose}>{t('series.close')}</Button>}
      onCancel={onClose}
    >
      <p>{t('series.restsMeans')}</p>
      <ReadView of={read} shape="list">
        {({ series }) => (
          <ul className={styles.list} aria-label={t('series.rests', { name: client.name })}>
            {series
              .filter(({ pausedFor }) => pausedFor === 'client')
              .map((one) => (
                <li key={one.id}>
                  <Title of={one} />
                  <div className={styles.aside}>
                    <Missed of={one} />
                  </div>
                </li>
              ))}
          </ul>
        )}
      </ReadView>
    </Modal>
  );
}

function Title({ of: { id, kind, title } }: { of: ClientSeries }) {
  const { t } = useTranslation('crm');
  const mayOpen = { task: useMay(...taskSeriesKeys), invoice: useMay(...invoiceSeriesKeys) };
  const name = <bdi>{withoutTokens(title)}</bdi>;
  return (
    <>
      {mayOpen[kind] ? <Link to={seriesAddress(kind, id)}>{name}</Link> : name}{' '}
      <span className={styles.aside}>{t(`series.kind.${kind}`)}</span>
    </>
  );
}

function Missed({ of: { kind, missed } }: { of: ClientSeries }) {
  const { t } = useTranslation('crm');
  if (missed === null) return t('series.noneMissed');
  const { count, from, to } = missed;
  return (
    <>
      {t(`series.missed.${kind}`, { count })} <DateText date={from} />
      {to !== from && (
        <>
          {' – '}
          <DateText date={to} />
        </>
      )}
    </>
  );
}
