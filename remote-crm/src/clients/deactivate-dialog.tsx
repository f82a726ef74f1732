import { useTranslation } from 'react-i18next';
import type { ClientSummary } from '@daybook/contracts/crm/clients/client-summary';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { notify } from '@daybook/shared/notify';
import { amountText } from '@daybook/shared/record/amount';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { LongText } from '@daybook/shared/inputs/long-text';
import { SeriesThatRest } from './client-series.tsx';

const Field = fieldOf(clients.deactivate);

/** Explains what deactivation means and what is still open, then asks for the reason and the date. */
export function DeactivateDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('crm');
  const summary = useRead(clients.summary, { id: client.id });
  return (
    <FormDialog
      title={t('deactivate.question', { name: client.name })}
      consequence={t('deactivate.consequence')}
      verb={t('action.deactivate')}
      isDangerous
      endpoint={clients.deactivate}
      fixed={{ id: client.id }}
      version={client.version}
      onSaved={() => {
        notify.success(t('deactivate.done', { name: client.name }));
        onClose();
      }}
      onClose={onClose}
    >
      <ReadView of={summary} shape="list">
        {(figures) => <StillOpen figures={figures} />}
      </ReadView>
      <SeriesThatRest clientId={client.id} />
      <Field name="reason" label={t('deactivate.reason')}>
        <LongText maxLength={500} rows={[2, 6]} />
      </Field>
      <Field name="effectiveOn" label={t('deactivate.effectiveOn')} hint={t('deactivate.today')}>
        <DateInput />
      </Field>
    </FormDialog>
  );
}

function StillOpen({ figures }: { figures: ClientSummary }) {
  const { t } = useTranslation('crm');
  const { openTasks, draftInvoices, pendingItems, balances } = figures;
  const open = [
    ...(openTasks > 0 ? [t('deactivate.tasks', { count: openTasks })] : []),
    ...(draftInvoices > 0 ? [t('deactivate.drafts', { count: draftInvoices })] : []),
    ...(pendingItems > 0 ? [t('deactivate.pending', { count: pendingItems })] : []),
    ...(balances ?? []).flatMap(({ currency, outstanding, advances }) => [
      ...(outstanding > 0
        ? [t('deactivate.outstanding', { amount: amountText(outstanding, currency) })]
        : []),
      ...(advances > 0 ? [t('deactivate.advances', { amount: amountText(advances, currency) })] : []),
    ]),
  ];
  if (open.length === 0) return <p>{t('deactivate.nothing')}</p>;
  return (
    <>
      <p>{t('deactivate.open')}</p>
      <ul aria-label={t('deactivate.open')}>
        {open.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
