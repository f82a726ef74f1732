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

// Tasks and series use the same field name.
const Field = fieldOf(tasks.create);

interface CategoryFieldProps<Values> {
  kind: CategoryKind;
  hint: string;
  isRequired?: boolean;
  /** The initial values of a new form. */
  untouched: Values;
  /** The values that a category fills in. `currency` is the billing entity's, or null if it is unknown. */
  fillOf: (row: LookupRow, now: Values, currency: string | null) => Values;
  /** The label of a field; null for a field that has no input. */
  nameOf: (field: string) => string | null;
}

/** The category of the work. It fills in the form, but replaces what a person typed only after confirmation. */
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
