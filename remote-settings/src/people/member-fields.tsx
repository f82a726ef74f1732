import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select, { type SelectProps } from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { managers, needsDepartment, staffKinds, type StaffKind } from '@daybook/contracts/people/staff';
import { scopes } from '@daybook/contracts/permissions';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { LanguageSelect } from '@daybook/shared/inputs/named-select';
import { PhoneInput } from '@daybook/shared/inputs/phone-input';
import styles from './people.module.css';

const Field = fieldOf(managers.create);

/** The fields of a person, new or saved. */
export function MemberFields({ kind, isNew = false }: { kind: StaffKind; isNew?: boolean }) {
  return (
    <>
      <Person />
      <Place kind={kind} />
      <Time isNew={isNew} />
    </>
  );
}

function Person() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="name" label={t('person.name')}>
        <Input maxLength={120} autoComplete="off" />
      </Field>
      <Field name="email" label={t('person.email')} hint={t('person.emailHint')}>
        <Input type="email" maxLength={254} autoComplete="off" dir="ltr" />
      </Field>
      <Field name="phone" label={t('person.phone')} hint={t('person.phoneHint')}>
        <PhoneInput />
      </Field>
      <Field name="locale" label={t('person.locale')}>
        <LanguageSelect />
      </Field>
    </>
  );
}

interface ScopeOption {
  value: string;
  label: string;
  means: string;
}

const choice: NonNullable<SelectProps<string, ScopeOption>['optionRender']> = ({ label, data }) => (
  <div className={styles.option}>
    <span>{label}</span>
    <span className={styles.aside}>{data.means}</span>
  </div>
);

function Place({ kind }: { kind: StaffKind }) {
  const { t } = useTranslation('settings');
  const scope = Form.useWatch<(typeof scopes)[number] | undefined>('scope');
  return (
    <FormGroup title={t('person.place')}>
      {kind === 'admins' && (
        <Field name="userType" label={t('person.type')} hint={t('person.typeHint')}>
          <Select
            options={staffKinds.admins.map((value) => ({ value, label: t(`person.types.${value}`) }))}
          />
        </Field>
      )}
      <Field name="departmentIds" label={t('person.departments')} isRequired={needsDepartment(kind)}>
        <LookupMany kind="department" />
      </Field>
      <Field name="managerId" label={t('person.manager')} hint={t('person.managerHint')}>
        <Lookup kind="manager" />
      </Field>
      <Field name="scope" label={t('person.scope')} {...(scope && { hint: t(`person.scopeMeans.${scope}`) })}>
        <Select<string, ScopeOption>
          options={scopes.map((value) => ({
            value,
            label: t(`person.scopes.${value}`),
            means: t(`person.scopeMeans.${value}`),
          }))}
          optionRender={choice}
        />
      </Field>
    </FormGroup>
  );
}

/** Invited people have not started yet, so they have no last day. */
function Time({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <FormGroup title={t('person.time')}>
      <Field name="joinedOn" label={t('person.joinedOn')}>
        <DateInput />
      </Field>
      {!isNew && (
        <Field name="leftOn" label={t('person.leftOn')} hint={t('person.leftHint')}>
          <DateInput />
        </Field>
      )}
    </FormGroup>
  );
}
