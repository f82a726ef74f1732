import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import Input from 'antd/es/input';
import Switch from 'antd/es/switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  expenseCategories,
  type ExpenseCategory,
} from '@daybook/contracts/billing/expenses/expense-categories';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { ReadView } from '@daybook/shared/read/read-view';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import styles from './expenses.module.css';

/** The expense categories, and the account of each. */
export default function CategoriesDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('billing');
  const read = useRead(expenseCategories.list, { pageSize: 100 });
  const [edited, setEdited] = useState<ExpenseCategory | 'new' | null>(null);
  const close = () => setEdited(null);
  return (
    <Drawer
      open
      title={t('expense.categories')}
      aria-label={t('expense.categories')}
      onClose={onClose}
      extra={
        <Button type="primary" onClick={() => setEdited('new')}>
          {t('category.new')}
        </Button>
      }
    >
      <ReadView of={read}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p>{t('category.empty')}</p>
          ) : (
            <ul className={styles.categories}>
              {rows.map((category) => (
                <Category key={category.id} category={category} onEdit={() => setEdited(category)} />
              ))}
            </ul>
          )
        }
      </ReadView>
      {edited === 'new' && <NewCategory onClose={close} />}
      {edited !== null && edited !== 'new' && <EditCategory category={edited} onClose={close} />}
    </Drawer>
  );
}

function Category({ category, onEdit }: { category: ExpenseCategory; onEdit: () => void }) {
  const { t } = useTranslation('billing');
  const { save } = useSave(expenseCategories.remove);
  const { id, version, name, account, active } = category;
  return (
    <li className={styles.category}>
      <div className={styles.what}>
        <bdi>{name}</bdi> {!active && <StatusTag tone="draft">{t('category.resting')}</StatusTag>}
        <div className={styles.note}>
          <bdi>{account.label}</bdi>
        </div>
      </div>
      <Button size="small" aria-label={t('category.editOne', { name })} onClick={onEdit}>
        {t('edit')}
      </Button>
      <ConfirmButton
        size="small"
        danger
        aria-label={t('category.removeOne', { name })}
        question={t('category.removeOne', { name })}
        consequence={t('category.removeMeans')}
        verb={t('expenseStep.remove')}
        run={async () => save({ id }, version)}
      >
        {t('expenseStep.remove')}
      </ConfirmButton>
    </li>
  );
}

const NewField = fieldOf(expenseCategories.create);

function NewCategory({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={t('category.new')}
      endpoint={expenseCategories.create}
      verb={t('shared:form.save')}
      onSaved={onClose}
      onClose={onClose}
    >
      <NewField name="name" label={t('category.name')}>
        <Input maxLength={120} />
      </NewField>
      <NewField name="accountId" label={t('category.account')}>
        <Lookup kind="expense_account" />
      </NewField>
    </FormDialog>
  );
}

const Field = fieldOf(expenseCategories.edit);

function EditCategory({ category, onClose }: { category: ExpenseCategory; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { id, version, name, account, active } = category;
  return (
    <FormDialog
      title={t('category.editOne', { name })}
      endpoint={expenseCategories.edit}
      initial={{ name, accountId: account.id, active }}
      fixed={{ id }}
      version={version}
      verb={t('shared:form.save')}
      onSaved={onClose}
      onClose={onClose}
    >
      <Field name="name" label={t('category.name')}>
        <Input maxLength={120} />
      </Field>
      <Field name="accountId" label={t('category.account')}>
        <Lookup kind="expense_account" />
      </Field>
      <Field name="active" label={t('category.active')} valueProp="checked">
        <Switch />
      </Field>
    </FormDialog>
  );
}
