import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { clientKinds } from '@daybook/contracts/crm/clients/clients';
import { taxTreatments } from '@daybook/contracts/crm/clients/tax-treatments';
import { enquiries, type EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { notify } from '@daybook/shared/notify';
import { may, profileAtom, store } from '@daybook/shared/session';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { clientAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { useDepartmentProposal } from '../use-department-proposal.ts';
import { DuplicateHints, useDuplicates } from './duplicate-hints.tsx';

const Field = fieldOf(enquiries.convert);

/** Creates a client from an enquiry, or links the enquiry to an existing client. Then it opens the client's page. */
export function ConvertDialog({ enquiry, onClose }: { enquiry: EnquiryRow; onClose: () => void }) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { id, no, version, name, company, email, phone } = enquiry;
  const duplicates = useDuplicates({ email, phone, exceptId: id });
  const [isNew, setNew] = useState(true);
  const { user } = store.get(profileAtom);
  const initial = {
    name: company ?? name,
    kind: company === null ? ('individual' as const) : ('company' as const),
    ...(user?.userType === 'crm' && { crmId: user.id }),
  };
  return (
    <FormDialog
      title={t('convert.question', { no })}
      consequence={t('convert.consequence')}
      verb={t('move.won')}
      endpoint={enquiries.convert}
      // A missing value is refused at its field. The rest of the client can be entered on its page.
      initial={{ client: initial as never }}
      fixed={isNew ? { id, clientId: null } : { id, client: null }}
      version={version}
      onSaved={({ client }) => {
        notify.success(t('convert.done', { no, code: client.code }));
        onClose();
        if (may('clients.view')) void navigate(clientAddress(client.id));
      }}
      onClose={onClose}
    >
      <div className={styles.stack}>
        <DuplicateHints duplicates={duplicates} />
        <Form.Item label={t('convert.which')}>
          <Radio.Group
            value={isNew}
            onChange={(event) => setNew(event.target.value === true)}
            options={[
              { value: true, label: t('convert.new') },
              { value: false, label: t('convert.existing') },
            ]}
          />
        </Form.Item>
      </div>
      {isNew ? (
        <NewClient />
      ) : (
        <Field name="clientId" label={t('convert.client')} isRequired>
          <Lookup kind="client" />
        </Field>
      )}
    </FormDialog>
  );
}

function NewClient() {
  const { t } = useTranslation('crm');
  const propose = useDepartmentProposal(['client', 'departmentIds']);
  return (
    <>
      <Field name={['client', 'name']} label={t('client.name')} isRequired>
        <Input maxLength={200} />
      </Field>
      <Field name={['client', 'kind']} label={t('client.kind')} isRequired>
        <Select options={clientKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Field>
      <Field name={['client', 'defaultEntityId']} label={t('client.defaultEntity')} isRequired>
        <Lookup kind="billing_entity" />
      </Field>
      <Field name={['client', 'crmId']} label={t('client.crm')} isRequired>
        <Lookup kind="crm" />
      </Field>
      <Field name={['client', 'managerId']} label={t('client.manager')}>
        <Lookup kind="manager" onPick={propose} />
      </Field>
      <Field name={['client', 'executiveIds']} label={t('client.executives')}>
        <LookupMany kind="executive" onPick={propose} />
      </Field>
      <Field
        name={['client', 'departmentIds']}
        label={t('client.departments')}
        hint={t('client.departmentsHint')}
      >
        <LookupMany kind="department" />
      </Field>
      <Field name={['client', 'taxTreatment']} label={t('client.taxTreatment')} isRequired>
        <Select options={taxTreatments.map((value) => ({ value, label: t(`taxTreatment.${value}`) }))} />
      </Field>
    </>
  );
}
