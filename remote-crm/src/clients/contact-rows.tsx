import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { mailRoles } from '@daybook/contracts/billing/invoices/invoice-mails';
import { clients, contactMails, contactRoles } from '@daybook/contracts/crm/clients/clients';
import { contacts, type Contact } from '@daybook/contracts/crm/contacts/contacts';
import { lookups } from '@daybook/contracts/lookups';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { PhoneInput } from '@daybook/shared/inputs/phone-input';
import { useRead } from '@daybook/shared/read/use-read';
import styles from '../crm.module.css';
import { useClientNames } from './client-names.ts';
import { ExistingContact, LikelySame } from './existing-contact.tsx';

const Field = fieldOf(clients.create);

/** The client's country: that of the first address, otherwise that of the billing entity. */
function useCountry(): string | undefined {
  const ofAddress = Form.useWatch<string | undefined>(['addresses', 0, 'country']);
  const entityId = Form.useWatch<string | null | undefined>('defaultEntityId') ?? null;
  const entity = useRead(lookups.find, entityId === null ? null : { kind: 'billing_entity', id: entityId });
  const ofEntity = entity.data?.[0]?.more['country'];
  return ofAddress ?? (typeof ofEntity === 'string' ? ofEntity : undefined);
}

/** The client's contacts: new people, or people of other clients too. */
export function ContactRows() {
  const { t } = useTranslation('crm');
  return (
    <FormGroup title={t('section.contacts')}>
      <FormRows name="contacts" label={(no) => t('contact.row', { no })} add={t('contact.add')}>
        {(index) => (
          <>
            <Person index={index} />
            <AtThisClient index={index} />
          </>
        )}
      </FormRows>
      <Form.Item name="contacts" noStyle>
        <ExistingContact />
      </Form.Item>
    </FormGroup>
  );
}

interface RowProps {
  index: number;
}

/** Name, e-mail and telephone: the same at all clients of the person, unless they are changed for this one only. */
function Person({ index }: RowProps) {
  const { t } = useTranslation('crm');
  const country = useCountry();
  const form = Form.useFormInstance();
  const id = Form.useWatch<string | undefined>(['contacts', index, 'id'], { form, preserve: true });
  const isCopy = Form.useWatch<boolean | undefined>(['contacts', index, 'asCopy'], { form, preserve: true });
  const { data } = useRead(contacts.open, id === undefined ? null : { id });
  const isFixed = (data?.others ?? 0) > 0 && isCopy !== true;
  return (
    <>
      <Field name={['contacts', index, 'name']} label={t('contact.name')} isRequired>
        <Input maxLength={120} autoComplete="off" disabled={isFixed} />
      </Field>
      <Field name={['contacts', index, 'position']} label={t('contact.position')}>
        <Input maxLength={120} autoComplete="off" />
      </Field>
      <Field name={['contacts', index, 'email']} label={t('contact.email')} hint={t('contact.either')}>
        <Input type="email" inputMode="email" autoComplete="off" dir="ltr" disabled={isFixed} />
      </Field>
      <Field name={['contacts', index, 'phone']} label={t('contact.phone')} hint={t('contact.phoneHint')}>
        <PhoneInput country={country} disabled={isFixed} />
      </Field>
      {id === undefined && <LikelySame index={index} />}
      {data !== undefined && <Shared index={index} contact={data} />}
    </>
  );
}

/** The other clients of the person, and the choice to change the person for this client only. */
function Shared({ index, contact }: RowProps & { contact: Contact }) {
  const { t } = useTranslation('crm');
  const clientNames = useClientNames();
  const { id: clientId } = useParams();
  const { others } = contact;
  const elsewhere = contact.clients.filter(({ id }) => id !== clientId);
  if (elsewhere.length + others === 0) return null;
  return (
    <div className={styles.hint}>
      <div>{t('contact.alsoAt', { clients: clientNames({ clients: elsewhere, others }) })}</div>
      <div className={styles.aside}>{t(others > 0 ? 'contact.fixed' : 'contact.changesAll')}</div>
      <Field name={['contacts', index, 'asCopy']} label={t('contact.asCopy')} valueProp="checked">
        <Checkbox />
      </Field>
    </div>
  );
}

/** What the person is at this client, and what they are sent for it. */
function AtThisClient({ index }: RowProps) {
  const { t } = useTranslation('crm');
  return (
    <>
      <Field name={['contacts', index, 'roles']} label={t('contact.roles')}>
        <ClearableSelect
          mode="multiple"
          options={contactRoles.map((value) => ({ value, label: t(`contactRole.${value}`) }))}
        />
      </Field>
      {contactMails.map((name) => (
        <Field
          key={name}
          name={['contacts', index, name]}
          label={t(`contact.${name}`)}
          hint={t('contact.sendHint')}
        >
          <ClearableSelect
            options={mailRoles.map((value) => ({ value, label: t(`contactSend.${value}`) }))}
          />
        </Field>
      ))}
    </>
  );
}
