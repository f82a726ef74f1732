import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { DateText } from '@daybook/shared/record/date-text';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordHistory } from '@daybook/shared/history/history';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { RecordTabs, type RecordTab } from '@daybook/shared/record/record-tabs';
import { useRead } from '@daybook/shared/read/use-read';
import { clientAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { ClientAbout } from './client-about.tsx';
import { ClientAccount } from './client-account.tsx';
import { ClientActions } from './client-actions.tsx';
import { useClientHistoryWords } from './client-history-words.ts';
import { ClientHours } from './client-hours.tsx';
import { ClientMoney } from './client-money.tsx';
import { ClientAddresses, ClientContacts } from './client-parts.tsx';
import { ClientRegistrations } from './client-registrations.tsx';
import { ClientStatusTag } from './client-status-tag.tsx';
import { ClientEnquiries, ClientSeriesLists, ClientTasks } from './client-work.tsx';
import { NotBillable } from './not-billable.tsx';
import { enquiryKeys, invoiceSeriesKeys, taskSeriesKeys } from './record-keys.ts';

const ClientBilling = laterPart(() => import('./client-billing.tsx'), { waiting: <PageSkeleton /> });
const ClientFiles = laterPart(() => import('./client-files.tsx'), { waiting: <PageSkeleton /> });
const DocumentsOfClient = laterPart(() => import('./documents/documents-of-client.tsx'), {
  waiting: <PageSkeleton />,
});
const ClientNotes = laterPart(() => import('./client-notes.tsx'), { waiting: <PageSkeleton /> });
const ClientTimeline = laterPart(() => import('./client-timeline.tsx'), { waiting: <PageSkeleton /> });

export default function ClientRecord() {
  const { id = '' } = useParams();
  const { t } = useTranslation('crm');
  const read = useRead(clients.open, { id });
  const tabs = useTabs();
  const navigate = useNavigate();
  const shown = read.data?.id;
  useEffect(() => {
    // A merged client opens as the one that it was merged into.
    if (shown !== undefined && shown !== id) void navigate(clientAddress(shown), { replace: true });
  }, [shown, id, navigate]);
  return (
    <ReadView of={read}>
      {(client) => (
        <RecordScreen
          title={client.name}
          status={<ClientStatusTag {...client} isErased={client.erasedAt !== null} />}
          summary={<Summary client={client} />}
          actions={<ClientActions client={client} />}
        >
          <NotBillable client={client} />
          <RecordTabs label={t('tab.label', { name: client.name })} tabs={tabs(client)} />
        </RecordScreen>
      )}
    </ReadView>
  );
}

/** The tabs that the reader may open. Each reads what it shows when it is opened. */
function useTabs() {
  const { t } = useTranslation('crm');
  const may = {
    series: useMay(...taskSeriesKeys, ...invoiceSeriesKeys),
    tasks: useMay('tasks.view'),
    billing: useMay(
      'invoices.view',
      'receipts.view',
      'pending_invoices',
      'credit_notes.add',
      'credit_notes.edit',
    ),
    ledger: useMay(...moneyPermissions, 'followup.history'),
    enquiries: useMay(...enquiryKeys),
  };
  const tab = (key: string, content: () => ReactNode): RecordTab => ({
    key,
    label: t(`tab.${key}`),
    content,
  });
  return (client: Client): [RecordTab, ...RecordTab[]] => {
    const { id } = client;
    return [
      tab('about', () => <Overview client={client} />),
      tab('contacts', () => <ClientContacts client={client} />),
      tab('registrations', () => <ClientRegistrations client={client} />),
      ...(may.series
        ? [tab('series', () => <ClientSeriesLists clientId={id} isActive={client.status === 'active'} />)]
        : []),
      ...(may.tasks ? [tab('tasks', () => <Work clientId={id} />)] : []),
      ...(may.billing ? [tab('billing', () => <ClientBilling client={client} />)] : []),
      ...(may.ledger ? [tab('ledger', () => <ClientAccount client={client} />)] : []),
      tab('files', () => <ClientFiles client={client} />),
      tab('documents', () => <DocumentsOfClient client={client} />),
      tab('notes', () => <ClientNotes client={client} />),
      ...(may.enquiries ? [tab('enquiries', () => <ClientEnquiries clientId={id} />)] : []),
      tab('timeline', () => <ClientTimeline clientId={id} />),
      tab('history', () => <Changes clientId={id} />),
    ];
  };
}

function Overview({ client }: { client: Client }) {
  return (
    <div className={styles.columns}>
      <ClientAbout client={client} />
      <div className={styles.stack}>
        <ClientMoney client={client} />
        <ClientAddresses client={client} />
      </div>
    </div>
  );
}

function Work({ clientId }: { clientId: string }) {
  return (
    <>
      <ClientHours clientId={clientId} />
      <ClientTasks clientId={clientId} />
    </>
  );
}

function Changes({ clientId }: { clientId: string }) {
  return <RecordHistory kind="client" id={clientId} words={useClientHistoryWords()} />;
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
