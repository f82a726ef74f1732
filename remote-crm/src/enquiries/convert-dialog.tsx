import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { clientKinds } from '@daybook/contracts/crm/clients/clients';
import { taxTreatments } from '@daybook/contracts/crm/clients/tax-treatments';
import type { Conversion } from '@daybook/contracts/crm/enquiries/conversion';
import { enquiries, type EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { notify } from '@daybook/shared/notify';
import { may, useMay } from '@daybook/shared/session';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { PhoneInput } from '@daybook/shared/inputs/phone-input';
import { useRead } from '@daybook/shared/read/use-read';
import { DateText } from '@daybook/shared/record/date-text';
import { clientAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { useDepartmentProposal } from '../use-department-proposal.ts';
import { usualChoice } from '../package-choice.tsx';
import { ConvertedPackage } from './converted-package.tsx';
import { FirstTasks } from './first-tasks.tsx';
import { MatchingClients } from './matching-clients.tsx';

const Field = fieldOf(enquiries.convert);

/**
 * Shows everything that a conversion creates, to be changed first: the client or a link to an existing one, its contact, its
 * first tasks, and the package that it begins with. Then it opens the client's page.
 */
export function ConvertDialog({ enquiry, onClose }: { enquiry: EnquiryRow; onClose: () => void }) {
  const { data, error } = useRead(enquiries.conversion, { id: enquiry.id });
  if (data !== undefined) return <ConvertForm enquiry={enquiry} proposed={data} onClose={onClose} />;
  // Without a proposal the person enters everything.
  return error === null ? null : <ConvertForm enquiry={enquiry} proposed={null} onClose={onClose} />;
}

interface ConvertFormProps {
  enquiry: EnquiryRow;
  proposed: Conversion | null;
  onClose: () => void;
}

function ConvertForm({ enquiry, proposed, onClose }: ConvertFormProps) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { id, no, version, name, company, email, phone } = enquiry;
  const mayCreateTasks = useMay('tasks.create');
  const mayApplyPackages = useMayApply();
  const [isNew, setNew] = useState(true);
  const [hasPackage, setHasPackage] = useState(false);
  const next = proposed?.nextAction ?? null;
  const nextTask = next && { categoryId: null, title: t('convert.nextAction', { no }), ...next };
  return (
    <FormDialog
      title={t('convert.question', { no })}
      consequence={t('convert.consequence')}
      verb={t('move.won')}
      endpoint={enquiries.convert}
      // A missing value is refused at its field. The rest of the client can be entered on its page.
      initial={{
        client: (proposed?.client ?? { name: company ?? name }) as never,
        contact: proposed?.contact ?? { name, email, phone },
        taxId: proposed?.taxId ?? null,
        taxScheme: proposed?.taxScheme ?? null,
        ...(mayCreateTasks && { tasks: [...(nextTask ? [nextTask] : []), ...(proposed?.tasks ?? [])] }),
        ...(mayApplyPackages && { package: { ...usualChoice, assigneeIds: [] } as never }),
      }}
      fixed={{
        id,
        ...(isNew ? { clientId: null } : { client: null }),
        ...(!hasPackage && { package: null }),
      }}
      version={version}
      width={720}
      onSaved={({ client }) => {
        notify.success(t('convert.done', { no, code: client.code }));
        onClose();
        if (may('clients.view')) void navigate(clientAddress(client.id));
      }}
      onClose={onClose}
    >
      <Which enquiryId={id} isNew={isNew} setNew={setNew} />
      {isNew ? (
        <NewClient />
      ) : (
        <Field name="clientId" label={t('convert.client')} isRequired>
          <Lookup kind="client" />
        </Field>
      )}
      <Contact />
      {mayCreateTasks && <FirstTasks />}
      {mayApplyPackages && (
        <ConvertedPackage
          enquiryId={id}
          isNewClient={isNew}
          isChosen={hasPackage}
          setChosen={setHasPackage}
        />
      )}
      {!mayCreateTasks && next !== null && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              {t('convert.nextActionEnds')} <DateText date={next.dueOn} />
            </>
          }
        />
      )}
    </FormDialog>
  );
}

/** Whoever may not apply packages may not do so within a conversion either. */
function useMayApply(): boolean {
  const maySell = useMay('recurring_invoices.add');
  const mayWork = useMay('recurring_tasks.create');
  return maySell && mayWork;
}

interface WhichProps {
  enquiryId: string;
  isNew: boolean;
  setNew: (isNew: boolean) => void;
}

/** A new client, or an existing one that the enquiry may be from. */
function Which({ enquiryId, isNew, setNew }: WhichProps) {
  const { t } = useTranslation('crm');
  const form = Form.useFormInstance();
  return (
    <div className={styles.stack}>
      <MatchingClients
        enquiryId={enquiryId}
        onChoose={(clientId) => {
          form.setFieldValue('clientId', clientId);
          setNew(false);
        }}
      />
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
  );
}

function Contact() {
  const { t } = useTranslation('crm');
  return (
    <FormGroup title={t('convert.contact')}>
      <Field name={['contact', 'name']} label={t('contact.name')} isRequired>
        <Input maxLength={120} autoComplete="off" />
      </Field>
      <Field name={['contact', 'email']} label={t('contact.email')} hint={t('contact.either')}>
        <Input type="email" inputMode="email" autoComplete="off" dir="ltr" />
      </Field>
      <Field name={['contact', 'phone']} label={t('contact.phone')} hint={t('contact.phoneHint')}>
        <PhoneInput />
      </Field>
    </FormGroup>
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
