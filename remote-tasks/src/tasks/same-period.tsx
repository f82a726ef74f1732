import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InputOf } from '@daybook/contracts/endpoint';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { ErrorsContext, fieldOf } from '@daybook/shared/form/field';
import { useRead } from '@daybook/shared/read/use-read';
import { LongText } from '@daybook/shared/inputs/long-text';
import { recordAddress } from '../common/addresses.ts';
import styles from './tasks.module.css';

type Values = Partial<InputOf<typeof tasks.create>>;
const Field = fieldOf(tasks.create);

/** The request for a duplicate; null until the form has client, category and period. */
function useAsked(exceptId: string | null) {
  const values = (Form.useWatch([], Form.useFormInstance()) ?? {}) as Values;
  const { clientId, categoryId = null, recurringCategoryId = null, periodFrom, periodTo } = values;
  const kind = { categoryId, recurringCategoryId };
  const input = { clientId, periodFrom, periodTo, ...kind, exceptId };
  const isWhole = categoryId !== null || recurringCategoryId !== null;
  return isWhole && tasks.samePeriod.input.safeParse(input).success
    ? (input as InputOf<typeof tasks.samePeriod>)
    : null;
}

/** Warns of an existing task with the same client, category and period, and asks why there should be two. Hidden if there is none. */
export function SamePeriod({ exceptId }: { exceptId: string | null }) {
  const { t } = useTranslation('tasks');
  const asked = useAsked(exceptId);
  const { data } = useRead(tasks.samePeriod, asked);
  const reason = Form.useWatch<string | null | undefined>('duplicateReason') ?? '';
  const errors = useContext(ErrorsContext);
  const there = asked === null ? null : (data?.task ?? null);
  // If the person may not see the other task, only the refusal reveals it.
  if (there === null && reason === '' && errors['duplicateReason'] === undefined) return null;
  return (
    <>
      {there !== null && (
        <output className={styles.wide}>
          <Alert
            type="warning"
            showIcon
            title={t('samePeriod.there')}
            description={
              <Link to={recordAddress(there.id)} target="_blank">
                <bdi>
                  {there.no} {there.title}
                </bdi>
              </Link>
            }
          />
        </output>
      )}
      <Field
        name="duplicateReason"
        label={t('field.duplicateReason')}
        hint={t('samePeriod.hint')}
        isRequired={there !== null}
        isWide
      >
        <LongText rows={[1, 4]} maxLength={500} />
      </Field>
    </>
  );
}
