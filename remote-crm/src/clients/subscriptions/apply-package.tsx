import Form from 'antd/es/form';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { recordPath } from '@daybook/contracts/entities';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { LookupMany } from '@daybook/shared/inputs/lookup';
import { useTypedRead } from '@daybook/shared/read/use-typed-read';
import { clientAddress, clientsAddress } from '../../addresses.ts';
import { PackageChoice, usualChoice } from '../../package-choice.tsx';
import { PackagePreview, pastInvoices } from '../../package-preview.tsx';

/** `?clientId=` gives one client a package, `?packageId=` gives a package to the clients that are chosen. */
export default function ApplyPackage() {
  const [params] = useSearchParams();
  const [clientId, packageId] = [params.get('clientId'), params.get('packageId')];
  const initial = { ...usualChoice, assigneeIds: [], ...(packageId !== null && { packageId }) };
  return clientId === null ? <ToMany initial={initial} /> : <ToOne clientId={clientId} initial={initial} />;
}

interface Initial {
  initial: Omit<typeof usualChoice, 'assigneeIds'> & { assigneeIds: string[] };
}

function ToOne({ clientId, initial }: Initial & { clientId: string }) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { verb, onPast } = useApplyVerb();
  return (
    <FormScreen
      title={t('subscription.apply')}
      endpoint={subscriptions.apply}
      initial={initial}
      fixed={{ clientId }}
      verb={verb}
      backTo={clientAddress(clientId)}
      onSaved={() => void navigate(clientAddress(clientId), { replace: true })}
    >
      <Chosen clientId={clientId} onPast={onPast} />
    </FormScreen>
  );
}

const Field = fieldOf(subscriptions.applyToMany);

function ToMany({ initial }: Initial) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { verb, onPast } = useApplyVerb();
  return (
    <FormScreen
      title={t('subscription.apply')}
      endpoint={subscriptions.applyToMany}
      initial={initial}
      verb={verb}
      backTo={clientsAddress}
      onSaved={({ id }) => void navigate(recordPath('job', id), { replace: true })}
    >
      <Field name="ids" label={t('subscription.clients')} isWide isRequired>
        <LookupMany kind="client" />
      </Field>
      <ChosenOfMany onPast={onPast} />
    </FormScreen>
  );
}

function ChosenOfMany({ onPast }: Pick<ChosenProps, 'onPast'>) {
  const ids = Form.useWatch<string[] | undefined>('ids');
  return <Chosen clientId={ids?.[0]} isExample={(ids?.length ?? 0) > 1} onPast={onPast} />;
}

interface ChosenProps {
  clientId: string | undefined;
  /** The client is the first of several. */
  isExample?: boolean;
  /** Hears how many invoices for past periods are created at once. */
  onPast: (count: number, isEach: boolean) => void;
}

/** The verb of the form, which names the past invoices that it creates. */
export function useApplyVerb() {
  const { t } = useTranslation('crm');
  const [past, setPast] = useState({ count: 0, isEach: false });
  const onPast = useCallback((count: number, isEach: boolean) => setPast({ count, isEach }), []);
  const name = past.isEach ? 'subscription.applyPastEach' : 'subscription.applyPast';
  return { verb: past.count === 0 ? t('subscription.applyVerb') : t(name, { count: past.count }), onPast };
}

/** The fields, and what they would create for the client, or for the first of them. */
export function Chosen({ clientId, isExample = false, onPast }: ChosenProps) {
  const form = Form.useFormInstance();
  const preview = useTypedRead(subscriptions.preview, () => ({
    ...(clientId !== undefined && { clientId }),
  }));
  const past = preview.data === undefined ? 0 : pastInvoices(preview.data);
  useEffect(() => onPast(past, isExample), [past, isExample, onPast]);
  return (
    <>
      <PackageChoice currency={preview.data?.currency ?? ''} />
      <PackagePreview
        preview={preview}
        isExample={isExample}
        onlyFrom={(day) => form.setFieldValue('firstPeriod', day)}
      />
    </>
  );
}
