import Form from 'antd/es/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import { PlainDate } from '@daybook/contracts/fields';
import { lookups, type LookupRow } from '@daybook/contracts/lookups';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { tasks } from '@daybook/contracts/tasks/tasks';
import { call } from '@daybook/shared/call';
import { useMay } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { ConfirmDialog } from '@daybook/shared/ui/confirm';
import { fieldOf } from '@daybook/shared/ui/field';
import { Lookup } from '@daybook/shared/ui/lookup';
import { fillOf, typedOver } from './category-fill.ts';
import { useBilling } from './use-billing.ts';

type Values = Partial<InputOf<typeof tasks.create>>;
const Field = fieldOf(tasks.create);

/** What a new form has before anybody types. */
const untouched: Values = { priority: 3 };

/** The template of a task. What it says is filled in; what a person typed is only replaced when they say so. */
export function CategoryField() {
  const { t } = useTranslation('tasks');
  const form = Form.useFormInstance<Values>();
  const seesFees = useMay(...moneyPermissions);
  const { currency, pickService } = useBilling();
  const filled = useRef<Values>({});
  const [asked, setAsked] = useState<{ fill: Values; over: (keyof Values)[] } | null>(null);
  const put = async (fill: Values) => {
    filled.current = { ...filled.current, ...fill };
    form.setFieldsValue(fill);
    const { serviceId, fee } = form.getFieldsValue(true) as Values;
    if (!fill.serviceId || !serviceId || (fee ?? null) !== null) return;
    const [service] = await call(lookups.find, { kind: 'services', id: serviceId });
    if (service !== undefined) pickService(service);
  };
  const pick = async ({ id }: LookupRow) => {
    const [row] = await call(lookups.find, { kind: 'task_categories', id });
    if (row === undefined) return;
    const now = form.getFieldsValue(true) as Values;
    const typedDue = PlainDate.safeParse(now.dueOn).data;
    const startOn = PlainDate.safeParse(now.startOn).data ?? today();
    const fill = fillOf(row, { startOn, typedDue, currency, seesFees });
    const over = typedOver(fill, now, [filled.current, untouched]);
    await put(
      Object.fromEntries(Object.entries(fill).filter(([name]) => !over.includes(name as keyof Values))),
    );
    if (over.length > 0) setAsked({ fill, over });
  };
  return (
    <>
      <Field name="categoryId" label={t('field.category')} hint={t('hint.category')}>
        <Lookup kind="task_categories" onPick={(row) => void pick(row)} />
      </Field>
      {asked !== null && (
        <ConfirmDialog
          question={t('category.replaceQuestion')}
          consequence={t('category.replaceMeans', {
            fields: asked.over.map((name) => t(`field.${name.replace(/Id$/, '')}`)).join(', '),
          })}
          verb={t('category.replace')}
          isDangerous={false}
          run={async () => put(asked.fill)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
