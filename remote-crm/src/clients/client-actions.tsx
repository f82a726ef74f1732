import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { notify } from '@daybook/shared/notify';
import { useMay, useMe } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { LinkButton } from '@daybook/shared/record/link-button';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { useSave } from '@daybook/shared/form/use-save';
import {
  clientsAddress,
  editClientAddress,
  followUpOfClient,
  ledgerOfClient,
  newForClient,
} from '../addresses.ts';
import { RestingSeries } from './client-series.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { useDownloadClientData } from './download-client-data.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { MergeDialog } from './merge/merge-dialog.tsx';

/** The actions of a client, in their usual order. An inactive client can still pay, so receipts stay available. */
export function ClientActions({ client }: { client: Client }) {
  const { t } = useTranslation('crm');
  const isActive = client.status === 'active';
  const isErased = client.erasedAt !== null;
  const [hasResting, setResting] = useState(false);
  const mayDeactivate = useMay('clients.deactivate');
  return (
    <>
      {isActive && (
        <>
          <Can do="tasks.create">
            <LinkButton type="primary" to={newForClient('task', client.id)}>
              {t('action.newTask')}
            </LinkButton>
          </Can>
          <Can do="invoices.add">
            <LinkButton to={newForClient('invoice', client.id)}>{t('action.newInvoice')}</LinkButton>
          </Can>
        </>
      )}
      {!isErased && (
        <Can do="receipts.add">
          <LinkButton to={newForClient('receipt', client.id)}>{t('action.newReceipt')}</LinkButton>
        </Can>
      )}
      <Can do="reports.client_ledgers">
        <LinkButton to={ledgerOfClient(client.id)}>{t('action.ledger')}</LinkButton>
      </Can>
      <Can do={['followup.history', 'followup.follow_up']}>
        <LinkButton to={followUpOfClient(client.id)}>{t('action.followUp')}</LinkButton>
      </Can>
      {!isErased && (
        <Can do="clients.edit">
          <LinkButton to={editClientAddress(client.id)}>{t('action.edit')}</LinkButton>
        </Can>
      )}
      {mayDeactivate && !isActive && !isErased && (
        <Reactivate client={client} onResting={() => setResting(true)} />
      )}
      <RareActions client={client} />
      {hasResting && <RestingSeries client={client} onClose={() => setResting(false)} />}
    </>
  );
}

type Rare = 'deactivate' | 'merge' | 'remove' | 'erase';

/** The actions behind the menu: those that are seldom taken, or cannot be undone. */
function RareActions({ client }: { client: Client }) {
  const { t } = useTranslation('crm');
  const isActive = client.status === 'active';
  const mayDeactivate = useMay('clients.deactivate') && isActive;
  const mayRemove = useMay('clients.delete');
  const isOwner = useMe()?.userType === 'super_admin';
  const downloadData = useDownloadClientData(client);
  const [asked, setAsked] = useState<Rare | null>(null);
  const close = () => setAsked(null);
  const asking = (key: Rare, label: string) => ({
    key,
    label,
    begin: () => setAsked(key),
  });
  const data = {
    key: 'data',
    label: t('clientData.download'),
    begin: () => void downloadData(),
    isHarmless: true as const,
  };
  return (
    <>
      <MoreActions
        actions={[
          ...(isOwner ? [data] : []),
          ...(mayDeactivate ? [asking('deactivate', t('action.deactivate'))] : []),
          ...(mayRemove && isActive ? [asking('merge', t('clientMerge.action'))] : []),
          ...(mayRemove ? [asking('remove', t('action.remove'))] : []),
          ...(isOwner && client.erasedAt === null ? [asking('erase', t('erase.action'))] : []),
        ]}
      />
      {asked === 'deactivate' && <DeactivateDialog client={client} onClose={close} />}
      {asked === 'merge' && <MergeDialog client={client} onClose={close} />}
      {asked === 'remove' && <RemoveDialog client={client} onClose={close} />}
      {asked === 'erase' && <EraseDialog client={client} onClose={close} />}
    </>
  );
}

interface ReactivateProps {
  client: Client;
  /** Called if series of the client are still paused and somebody has to decide about them. */
  onResting: () => void;
}

function Reactivate({ client, onResting }: ReactivateProps) {
  const { t } = useTranslation('crm');
  const { save } = useSave(clients.reactivate);
  const [isOpen, setOpen] = useState(false);
  const run = async (reason: string | null) => {
    const { restingSeries } = await save({ id: client.id, reason: reason ?? '' }, client.version);
    notify.success(t('reactivate.done', { name: client.name }));
    if (restingSeries.tasks + restingSeries.invoices > 0) onResting();
  };
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('action.reactivate')}
      </Button>
      {isOpen && (
        <ReasonDialog
          question={t('reactivate.question', { name: client.name })}
          label={t('reactivate.reason')}
          verb={t('action.reactivate')}
          isRequired
          run={run}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function RemoveDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { save } = useSave(clients.remove);
  const run = async () => {
    await save({ id: client.id }, client.version);
    notify.success(t('remove.done', { name: client.name }));
    await navigate(clientsAddress);
  };
  return (
    <ConfirmDialog
      question={t('remove.question', { name: client.name })}
      consequence={t('remove.consequence')}
      verb={t('action.remove')}
      typedWord={client.code}
      run={run}
      onClose={onClose}
    />
  );
}
