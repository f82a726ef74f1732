import Form from 'antd/es/form';
import { useEffect } from 'react';
import type { Reference } from '@daybook/contracts/fields';

/** The only account is the one that is meant; one of another billing entity is not. */
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
