import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { useMay } from '@daybook/shared/session';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';

const Field = fieldOf(clientGroups.create);

/** The fields of a group. Only people who may edit clients can choose its members. */
export function GroupFields() {
  const { t } = useTranslation('crm');
  const form = Form.useFormInstance();
  const mayEdit = useMay('clients.edit');
  // The payer is always a member.
  const join = (id: string) => {
    const members = (form.getFieldValue('memberIds') ?? []) as string[];
    if (!members.includes(id)) form.setFieldsValue({ memberIds: [...members, id] });
  };
  return (
    <>
      <Field name="name" label={t('group.name')}>
        <Input maxLength={120} />
      </Field>
      {mayEdit && (
        <>
          <Field name="memberIds" label={t('group.members')} hint={t('group.membersHint')} isWide>
            <LookupMany kind="client" />
          </Field>
          <Field name="payerClientId" label={t('group.payer')} hint={t('group.payerHint')}>
            <Lookup kind="client" onPick={({ id }) => join(id)} />
          </Field>
        </>
      )}
    </>
  );
}
