import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import {
  enquiryForm,
  enquiryFormPath,
  ownerRules,
  type EnquiryFormSetting,
  type OwnerRule,
} from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import { listPath } from '@daybook/contracts/entities';
import { languages } from '@daybook/contracts/fields';
import { languageNames } from '@daybook/contracts/language-names';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { LongText } from '@daybook/shared/inputs/long-text';
import { SettingScreen } from '../setting-screen.tsx';
import styles from './enquiry-form.module.css';

const Field = fieldOf(enquiryForm.save);

const listOf = <Row,>(row: Row | null): Row[] => (row === null ? [] : [row]);

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

const valuesOf = ({ version: _version, entity, services, owner, owners, ...rest }: EnquiryFormSetting) => ({
  ...rest,
  entityId: entity?.id ?? null,
  serviceIds: idsOf(services),
  ownerId: owner?.id ?? null,
  ownerIds: idsOf(owners),
});

/** The settings of the public enquiry form, and how a site shows it. */
export default function EnquiryForm() {
  const { t } = useTranslation('settings');
  return (
    <SettingScreen
      title={t('enquiryForm.title')}
      open={enquiryForm.open}
      save={enquiryForm.save}
      valuesOf={valuesOf}
      address={listPath('enquiry_form')}
    >
      {(setting) => (
        <>
          <Page setting={setting} />
          <Consent />
          <Owners setting={setting} />
          <Frame />
        </>
      )}
    </SettingScreen>
  );
}

interface Props {
  setting: EnquiryFormSetting;
}

function Page({ setting: { entity, services } }: Props) {
  const { t } = useTranslation('settings');
  const address = location.origin + enquiryFormPath;
  return (
    <FormGroup title={t('enquiryForm.page')}>
      <Field
        name="active"
        label={t('enquiryForm.active')}
        hint={t('enquiryForm.activeHint', { address })}
        valueProp="checked"
      >
        <Switch />
      </Field>
      <Field name="entityId" label={t('enquiryForm.entity')} hint={t('enquiryForm.entityHint')}>
        <Lookup kind="billing_entity" known={listOf(entity)} />
      </Field>
      <Field
        name="serviceIds"
        label={t('enquiryForm.services')}
        hint={t('enquiryForm.servicesHint')}
        isRequired={false}
      >
        <LookupMany kind="service" known={services} />
      </Field>
    </FormGroup>
  );
}

function Consent() {
  const { t } = useTranslation('settings');
  return (
    <FormGroup title={t('enquiryForm.consent')} explanation={t('enquiryForm.consentHint')}>
      {languages.map((language) => (
        <Field key={language} name={['consent', language]} label={languageNames[language]}>
          <LongText maxLength={2000} rows={[2, 8]} lang={language} />
        </Field>
      ))}
    </FormGroup>
  );
}

function Owners({ setting: { owner, owners } }: Props) {
  const { t } = useTranslation('settings');
  const rule = Form.useWatch<OwnerRule | undefined>('ownerRule');
  return (
    <FormGroup title={t('enquiryForm.owners')}>
      <Field name="ownerRule" label={t('enquiryForm.ownerRule')}>
        <Select options={ownerRules.map((value) => ({ value, label: t(`enquiryForm.rule.${value}`) }))} />
      </Field>
      <Field
        name="ownerId"
        label={t(rule === 'fixed' ? 'enquiryForm.owner' : 'enquiryForm.otherwise')}
        hint={t('enquiryForm.ownerHint')}
      >
        <Lookup kind="person" known={listOf(owner)} />
      </Field>
      {rule === 'round_robin' && (
        <Field name="ownerIds" label={t('enquiryForm.inTurn')}>
          <LookupMany kind="person" known={owners} />
        </Field>
      )}
    </FormGroup>
  );
}

function Frame() {
  const { t } = useTranslation('settings');
  const address = location.origin + enquiryFormPath;
  return (
    <FormGroup title={t('enquiryForm.frame')} explanation={t('enquiryForm.frameHint')}>
      <Field
        name="origins"
        label={t('enquiryForm.origins')}
        hint={t('enquiryForm.originsHint')}
        isRequired={false}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',']} />
      </Field>
      <Form.Item label={t('enquiryForm.code')}>
        <code
          className={styles.code}
        >{`<iframe src="${address}" title="${t('enquiryForm.title')}" width="100%" height="900"></iframe>`}</code>
      </Form.Item>
    </FormGroup>
  );
}
