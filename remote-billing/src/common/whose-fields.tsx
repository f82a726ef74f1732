import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { lookups } from '@daybook/contracts/lookups';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { fieldOf } from '@daybook/shared/form/field';
import { useRead } from '@daybook/shared/read/use-read';
import { useMe } from '@daybook/shared/session';
import { LongText } from '@daybook/shared/inputs/long-text';
import { moreText } from './look-up.ts';
import type { Whose } from './staff-commands.ts';

// All commands have these fields.
const Field = fieldOf(staffVouchers.advance);

/** The values that the dialog of a known ledger does not ask for. */
export const fixedOf = ({ person, entity }: Whose) => ({
  ...(person && { personId: person.id }),
  ...(entity && { entityId: entity.id }),
});

/** The person and the entity of the form, asked for or given. */
export function useWhose({ person, entity }: Whose): { personId: string | null; entityId: string | null } {
  const personId = Form.useWatch<string | null>('personId') ?? null;
  const entityId = Form.useWatch<string | null>('entityId') ?? null;
  return { personId: person?.id ?? personId, entityId: entity?.id ?? entityId };
}

/** The currency in which an entity keeps its books; empty until the entity is known. */
export function useBaseCurrency(entityId: string | null): string {
  const entity = useRead(lookups.find, entityId === null ? null : { kind: 'billing_entity', id: entityId });
  return moreText(entity.data?.[0], 'baseCurrency') ?? '';
}

/** The person and the entity, unless they are given. The only entity of a firm is chosen automatically. */
export function WhoseFields({ whose }: { whose: Whose }) {
  const { t } = useTranslation('billing');
  const me = useMe();
  const form = Form.useFormInstance();
  const isAsked = whose.entity === undefined;
  const entities = useRead(lookups.find, isAsked ? { kind: 'billing_entity' } : null);
  const only = entities.data?.length === 1 ? entities.data[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined && !form.getFieldValue('entityId')) form.setFieldsValue({ entityId: only });
  }, [form, only]);
  return (
    <>
      {whose.person === undefined && (
        <Field name="personId" label={t('userLedger.person')}>
          <Lookup kind="person" {...(me !== null && { without: me.id })} />
        </Field>
      )}
      {isAsked && (
        <Field name="entityId" label={t('field.entity')}>
          <Lookup kind="billing_entity" />
        </Field>
      )}
    </>
  );
}

/** The day of the voucher and what is said about it. */
export function AboutFields() {
  const { t } = useTranslation('billing');
  return (
    <>
      <Field name="date" label={t('date')}>
        <DateInput />
      </Field>
      <Field name="reference" label={t('userLedger.reference')}>
        <Input maxLength={100} />
      </Field>
      <Field name="note" label={t('userLedger.note')}>
        <LongText rows={[1, 6]} maxLength={500} />
      </Field>
    </>
  );
}
