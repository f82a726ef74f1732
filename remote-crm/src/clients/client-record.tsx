import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { Can } from '@daybook/shared/record/can';
import { DateText } from '@daybook/shared/record/date-text';
import { languageName } from '@daybook/shared/inputs/named-select';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordHistory } from '@daybook/shared/history/history';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { clientsOfGroup } from '../addresses.ts';
import styles from '../crm.module.css';
import { ClientActions } from './client-actions.tsx';
import { useClientHistoryWords } from './client-history-words.ts';
import { ClientMoney } from './client-money.tsx';
import { ClientAddresses, ClientContacts, ClientRegistrations } from './client-parts.tsx';
import { RecentInvoices, RecentReceipts, RecentTasks, WaitingCheques } from './client-recent.tsx';
import { ClientStatusTag } from './client-status-tag.tsx';
import { NotBillable } from './not-billable.tsx';

export default function ClientRecord() {
  const { id = '' } = useParams();
  const words = useClientHistoryWords();
  const read = useRead(clients.open, { id });
  return (
    <ReadView of={read}>
      {(client) => (
        <RecordScreen
          title={client.name}
          status={<ClientStatusTag status={client.status} />}
          summary={<Summary client={client} />}
          actions={<ClientActions client={client} />}
          aside={
            <>
              <ClientMoney client={client} />
              <ClientContacts client={client} />
              <ClientAddresses client={client} />
              <ClientRegistrations client={client} />
              <RecordHistory kind="client" id={client.id} words={words} />
            </>
          }
        >
          <NotBillable client={client} />
          <About client={client} />
          <Can do="tasks.view">
            <RecentTasks clientId={client.id} />
          </Can>
          <Can do="invoices.view">
            <RecentInvoices clientId={client.id} />
          </Can>
          <Can do="receipts.view">
            <RecentReceipts clientId={client.id} />
            <WaitingCheques clientId={client.id} />
          </Can>
        </RecordScreen>
      )}
    </ReadView>
  );
}

function Summary({ client }: { client: Client }) {
  const { t } = useTranslation('crm');
  return (
    <>
      <bdi>{client.code}</bdi>
      {' · '}
      {t('client.crm')}: <bdi>{client.crm.label}</bdi>
      {client.inactiveOn !== null && (
        <>
          {' · '}
          {t('client.inactiveSince')} <DateText date={client.inactiveOn} />
          {': '}
          <bdi>{client.statusReason}</bdi>
        </>
      )}
    </>
  );
}

const labelsOf = (references: readonly { label: string }[]) =>
  references.length === 0 ? null : <bdi>{references.map(({ label }) => label).join(', ')}</bdi>;

function About({ client }: { client: Client }) {
  const { t } = useTranslation('crm');
  return (
    <RecordSection title={t('section.about')}>
      <div className={styles.stack}>
        <Facts
          facts={[
            { label: t('client.legalName'), value: client.legalName && <bdi>{client.legalName}</bdi> },
            { label: t('client.kind'), value: t(`kind.${client.kind}`) },
            {
              label: t('client.group'),
              value: client.group && (
                <Link to={clientsOfGroup(client.group.id)}>
                  <bdi>{client.group.label}</bdi>
                </Link>
              ),
            },
            { label: t('client.taxTreatment'), value: t(`taxTreatment.${client.taxTreatment}`) },
            { label: t('client.defaultEntity'), value: <bdi>{client.defaultEntity.label}</bdi> },
            {
              label: t('client.paymentTerms'),
              value: <bdi>{t('client.days', { count: client.paymentTermsDays })}</bdi>,
            },
            { label: t('client.currency'), value: client.currency },
            { label: t('client.docLocale'), value: languageName(client.docLocale) },
            {
              label: t('client.withholdingCode'),
              value: client.withholdingCode && <bdi>{client.withholdingCode.label}</bdi>,
            },
            {
              label: t('client.withholdingRate'),
              value: client.withholdingRate && (
                <bdi dir="ltr">{formatDecimal(client.withholdingRate, numberLocale())}%</bdi>
              ),
            },
            { label: t('client.manager'), value: client.manager && <bdi>{client.manager.label}</bdi> },
            { label: t('client.executives'), value: labelsOf(client.executives) },
            { label: t('client.departments'), value: labelsOf(client.departments) },
            { label: t('client.tags'), value: client.tags.join(', ') || null },
          ]}
        />
        {client.notes !== null && (
          <p className={styles.written}>
            <bdi>{client.notes}</bdi>
          </p>
        )}
      </div>
    </RecordSection>
  );
}
