import Form from 'antd/es/form';
import { useEffect } from 'react';
import type { Reference } from '@daybook/contracts/fields';

/** Chooses the bank account if the billing entity has only one, and clears an account of another entity. */
export function useOnlyAccount(isAsked: boolean, bankAccounts: readonly Reference[]): void {
  const form = Form.useFormInstance();
  useEffect(() => {
    const [first, ...others] = bankAccounts;
    if (!isAsked || first === undefined) return;
    const chosen: unknown = form.getFieldValue('bankAccountId');
    if (bankAccounts.some(({ id }) => id === chosen)) return;
    form.setFieldValue('bankAccountId', others.length === 0 ? first.id : null);
  }, [form, isAsked, bankAccounts]);
}
