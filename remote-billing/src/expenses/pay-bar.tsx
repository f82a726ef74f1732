import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import { minor, sum } from '@daybook/contracts/money/money';
import { laterPart } from '@daybook/shared/read/later-part';
import { amountText } from '@daybook/shared/record/amount';
import { withLaterTexts } from '../later-texts.ts';

const SettleDialog = laterPart(withLaterTexts(() => import('../common/settle-dialog.tsx')));

interface PayBarProps {
  /** Approved expenses of one person and entity. */
  chosen: readonly [ExpenseRow, ...ExpenseRow[]];
  onClear: () => void;
}

/** Pays the selected expenses together, under one voucher. */
export function PayBar({ chosen, onClear }: PayBarProps) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  const [{ claimant, entity, currency }] = chosen;
  const amount = amountText(sum(chosen.map(({ gross }) => minor(gross))), currency);
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('expense.payTogether', { count: chosen.length, amount, name: claimant.label })}
      </Button>
      <Button onClick={onClear}>{t('pending.clear')}</Button>
      {isOpen && (
        <SettleDialog
          command="pay"
          whose={{ person: claimant, entity }}
          chosen={chosen.map(({ id }) => id)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
