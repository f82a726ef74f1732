import Form from 'antd/es/form';
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
import { PackagePreview } from '../../package-preview.tsx';

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
  return (
    <FormScreen
      title={t('subscription.apply')}
      endpoint={subscriptions.apply}
      initial={initial}
      fixed={{ clientId }}
      verb={t('subscription.applyVerb')}
      backTo={clientAddress(clientId)}
      onSaved={() => void navigate(clientAddress(clientId), { replace: true })}
    >
      <Chosen clientId={clientId} />
    </FormScreen>
  );
}

const Field = fieldOf(subscriptions.applyToMany);

function ToMany({ initial }: Initial) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('subscription.apply')}
      endpoint={subscriptions.applyToMany}
      initial={initial}
      verb={t('subscription.applyVerb')}
      backTo={clientsAddress}
      onSaved={({ id }) => void navigate(recordPath('job', id), { replace: true })}
    >
      <Field name="ids" label={t('subscription.clients')} isWide isRequired>
        <LookupMany kind="client" />
      </Field>
      <ChosenOfMany />
    </FormScreen>
  );
}

function ChosenOfMany() {
  const ids = Form.useWatch<string[] | undefined>('ids');
  return <Chosen clientId={ids?.[0]} isExample={(ids?.length ?? 0) > 1} />;
}

interface ChosenProps {
  clientId: string | undefined;
  /** The client is the first of several. */
  isExample?: boolean;
}

/** The fields, and what they would create for the client, or for the first of them. */
export function Chosen({ clientId, isExample = false }: ChosenProps) {
  const preview = useTypedRead(subscriptions.preview, () => ({
    ...(clientId !== undefined && { clientId }),
  }));
  return (
    <>
      <PackageChoice currency={preview.data?.currency ?? ''} />
      <PackagePreview preview={preview} isExample={isExample} />
    </>
  );
}
