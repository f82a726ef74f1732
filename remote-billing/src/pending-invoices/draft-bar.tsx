import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { minor, sum } from '@daybook/contracts/money/money';
import { notify } from '@daybook/shared/notify';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { amountText } from '@daybook/shared/record/amount';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { editInvoiceAddress, invoiceAddress } from '../common/addresses.ts';
import { draftsFor, invoicesOf } from './groups.ts';

const PlanDialog = laterPart(() => import('./plan-dialog.tsx'));
const AppendDialog = laterPart(() => import('./append-dialog.tsx'));

interface DraftBarProps {
  chosen: readonly PendingItem[];
  onClear: () => void;
}

/** The actions for the selected work: one draft, or one for each client or group after a preview. */
export function DraftBar({ chosen, onClear }: DraftBarProps) {
  const { t } = useTranslation('billing');
  const mayEdit = useMay('invoices.edit');
  const maySeeDrafts = useMay('invoices.view') && mayEdit;
  const [asked, setAsked] = useState<'plan' | 'append' | null>(null);
  const count = invoicesOf(chosen);
  const drafts = useRead(
    invoices.list,
    count === 1 && maySeeDrafts ? { ...draftsFor(chosen[0]), pageSize: 1 } : null,
  );
  return (
    <>
      {count === 1 ? (
        <DraftOne chosen={chosen} mayEdit={mayEdit} />
      ) : (
        <Button type="primary" onClick={() => setAsked('plan')}>
          {t('pending.plan', { count, items: chosen.length })}
        </Button>
      )}
      {count === 1 && chosen.some(({ group }) => group !== null) && (
        <Button onClick={() => setAsked('plan')}>{t('pending.planGroup')}</Button>
      )}
      {(drafts.data?.rows.length ?? 0) > 0 && (
        <Button onClick={() => setAsked('append')}>{t('pending.append')}</Button>
      )}
      <Button onClick={onClear}>{t('pending.clear')}</Button>
      <span>{t('pending.rule')}</span>
      {asked === 'plan' && (
        <PlanDialog
          itemIds={chosen.map(({ id }) => id)}
          canBeGrouped={chosen.some(({ group }) => group !== null)}
          onClose={() => setAsked(null)}
          onDone={onClear}
        />
      )}
      {asked === 'append' && <AppendDialog items={chosen} onClose={() => setAsked(null)} />}
    </>
  );
}

function DraftOne({ chosen, mayEdit }: { chosen: readonly PendingItem[]; mayEdit: boolean }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { save, isSaving } = useSave(pendingInvoices.draft);
  const currency = chosen[0]?.currency ?? '';
  const amount = amountText(sum(chosen.map((item) => minor(item.amount))), currency);
  const draft = async () => {
    try {
      const { id } = await save({ itemIds: chosen.map((item) => item.id), issueDate: today() });
      await navigate(mayEdit ? editInvoiceAddress(id) : invoiceAddress(id));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <Button type="primary" loading={isSaving} onClick={() => void draft()}>
      {t('pending.draft', { count: chosen.length, amount })}
    </Button>
  );
}
