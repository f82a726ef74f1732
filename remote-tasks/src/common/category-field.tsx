import Form from 'antd/es/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lookups, type LookupRow } from '@daybook/contracts/lookups';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { call } from '@daybook/shared/call';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { typedOver } from './typed-over.ts';
import { useBilling, type CategoryKind } from './use-billing.ts';

// A task and a series call it the same.
const Field = fieldOf(tasks.create);

interface CategoryFieldProps<Values> {
  kind: CategoryKind;
  hint: string;
  isRequired?: boolean;
  /** What a new form has before anybody types. */
  untouched: Values;
  /** What a category says, with the currency of who bills it; null while that is not known. */
  fillOf: (row: LookupRow, now: Values, currency: string | null) => Values;
  /** What people call a field; null for one that nobody types into. */
  nameOf: (field: string) => string | null;
}

/** The template of the work. What it says is filled in; what a person typed is only replaced when they say so. */
export function CategoryField<Values extends { serviceId?: unknown; fee?: unknown }>(
  props: CategoryFieldProps<Values>,
) {
  const { kind, hint, isRequired = false, untouched, fillOf, nameOf } = props;
  const { t } = useTranslation('tasks');
  const form = Form.useFormInstance<Values>();
  const { currency, pickService } = useBilling(kind);
  const filled = useRef<Partial<Values>>({});
  const [asked, setAsked] = useState<{ fill: Values; over: string[] } | null>(null);
  const put = async (fill: Partial<Values>) => {
    filled.current = { ...filled.current, ...fill };
    form.setFieldsValue(fill);
    const { serviceId, fee } = form.getFieldsValue(true) as Values;
    if (!fill.serviceId || typeof serviceId !== 'string' || (fee ?? null) !== null) return;
    const [service] = await call(lookups.find, { kind: 'service', id: serviceId });
    if (service !== undefined) pickService(service);
  };
  const pick = async ({ id }: LookupRow) => {
    const [row] = await call(lookups.find, { kind, id });
    if (row === undefined) return;
    const now = form.getFieldsValue(true) as Values;
    const fill = fillOf(row, now, currency);
    const over = typedOver<Partial<Values>>(fill, now, [filled.current, untouched]).filter(
      (name) => nameOf(name) !== null,
    );
    await put(
      Object.fromEntries(
        Object.entries(fill).filter(([name]) => !over.some((one) => one === name)),
      ) as Partial<Values>,
    );
    if (over.length > 0) setAsked({ fill, over });
  };
  return (
    <>
      <Field name="categoryId" label={t('field.category')} hint={hint} isRequired={isRequired}>
        <Lookup kind={kind} onPick={(row) => void pick(row)} />
      </Field>
      {asked !== null && (
        <ConfirmDialog
          question={t('category.replaceQuestion')}
          consequence={t('category.replaceMeans', { fields: asked.over.map(nameOf).join(', ') })}
          verb={t('category.replace')}
          isDangerous={false}
          run={async () => put(asked.fill)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
