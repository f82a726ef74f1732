import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { contacts, type Contact } from '@daybook/contracts/crm/contacts/contacts';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { PhoneInput } from '@daybook/shared/inputs/phone-input';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { contactAddress } from '../addresses.ts';

const Field = fieldOf(contacts.edit);

const valuesOf = ({ name, email, phone }: Contact) => ({ name, email, phone });

/** Changes a person for all their clients. */
export default function EditContact() {
  const { id = '' } = useParams();
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const read = useRead(contacts.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(contact) => (
        <FormScreen
          title={t('contact.editTitle', { name: contact.name })}
          endpoint={contacts.edit}
          initial={valuesOf(contact)}
          fixed={{ id }}
          version={contact.version}
          valuesOf={valuesOf}
          backTo={contactAddress(id)}
          onSaved={() => void navigate(contactAddress(id))}
        >
          <Field name="name" label={t('contact.name')}>
            <Input maxLength={120} autoComplete="off" />
          </Field>
          <Field name="email" label={t('contact.email')} hint={t('contact.either')}>
            <Input type="email" inputMode="email" autoComplete="off" dir="ltr" />
          </Field>
          <Field name="phone" label={t('contact.phone')}>
            <PhoneInput />
          </Field>
        </FormScreen>
      )}
    </ReadView>
  );
}
