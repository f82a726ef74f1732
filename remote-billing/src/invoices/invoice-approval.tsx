import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';

/** The approval actions before issuing: requesting, approving and sending back. */
export function ApprovalActions({ invoice }: { invoice: Invoice }) {
  const { status, approval } = invoice;
  const mayAnswer = useMay('invoices.add') && approval.isOthers;
  const mayAsk = useMay('invoices.add', 'invoices.edit');
  if (status === 'pending_approval') return mayAnswer ? <Answer invoice={invoice} /> : null;
  return status === 'draft' && approval.isNeeded && mayAsk ? <Question invoice={invoice} /> : null;
}

function Question({ invoice: { id, version } }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const { save, isSaving } = useSave(invoiceApprovals.ask);
  const ask = () =>
    save({ id }, version).then(
      () => notify.success(t('approval.asked')),
      (error: unknown) => notify.failure(refusalText(error)),
    );
  return (
    <Button type="primary" loading={isSaving} onClick={() => void ask()}>
      {t('approval.ask')}
    </Button>
  );
}

function Answer({ invoice: { id, version, client } }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const [isSendingBack, setSendingBack] = useState(false);
  const approval = useSave(invoiceApprovals.approve);
  const { save: sendBack } = useSave(invoiceApprovals.sendBack);
  const approve = () =>
    approval.save({ id }, version).then(
      () => notify.success(t('approval.approved')),
      (error: unknown) => notify.failure(refusalText(error)),
    );
  return (
    <>
      <Button type="primary" loading={approval.isSaving} onClick={() => void approve()}>
        {t('approval.approve')}
      </Button>
      <Button onClick={() => setSendingBack(true)}>{t('approval.sendBack')}</Button>
      {isSendingBack && (
        <ReasonDialog
          question={t('approval.sendBackQuestion', { client: client.label })}
          label={t('approval.sendBackWhy')}
          verb={t('approval.sendBack')}
          isRequired
          run={async (reason) => {
            await sendBack({ id, reason: reason ?? '' }, version);
            notify.success(t('approval.sentBack'));
          }}
          onClose={() => setSendingBack(false)}
        />
      )}
    </>
  );
}

/** The approval status of a draft, and the reviewer's comment. */
export function ApprovalNote({ invoice: { number, status, approval } }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const last = approval.steps.at(-1);
  const name = last?.by ?? t('shared:history.system');
  if (number !== '') return null;
  if (status === 'approved')
    return <Alert type="success" showIcon title={t('approval.noteApproved', { name })} />;
  if (status === 'pending_approval')
    return <Alert type="info" showIcon title={t('approval.noteAsked', { name })} />;
  if (last?.step === 'sent_back')
    return (
      <Alert
        type="warning"
        showIcon
        title={t('approval.noteSentBack', { name })}
        description={<bdi>{last.reason}</bdi>}
      />
    );
  return approval.isNeeded ? <Alert type="info" showIcon title={t('approval.noteNeeded')} /> : null;
}
