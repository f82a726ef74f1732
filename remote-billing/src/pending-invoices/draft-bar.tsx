import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending-invoices';
import { minor, sum } from '@daybook/contracts/money/money';
import { notify } from '@daybook/shared/notify';
import { amountText } from '@daybook/shared/ui/amount';
import { refusalText } from '@daybook/shared/ui/refusal-text';
import { useSave } from '@daybook/shared/ui/use-save';
import { editInvoiceAddress, invoiceAddress } from '../common/addresses.ts';
import { today } from '@daybook/shared/today';
import { useMay } from '@daybook/shared/session';

/** What can be done with the selected work: one draft of all of it. */
export function DraftBar({ chosen, onClear }: { chosen: readonly PendingItem[]; onClear: () => void }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayEdit = useMay('invoices.edit');
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
    <>
      <Button type="primary" loading={isSaving} onClick={() => void draft()}>
        {t('pending.draft', { count: chosen.length, amount })}
      </Button>
      <Button onClick={onClear}>{t('pending.clear')}</Button>
      <span>{t('pending.rule')}</span>
    </>
  );
}
