import Alert from 'antd/es/alert';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConvertedPackage as Preview } from '@daybook/contracts/crm/enquiries/conversion';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { useTypedRead } from '@daybook/shared/read/use-typed-read';
import { PackageChoice, type PackageField } from '../package-choice.tsx';
import { PackagePreview } from '../package-preview.tsx';
import styles from '../crm.module.css';

const within = ['package'] as const;
const Field = fieldOf(enquiries.convert);

function FieldOfPackage({ name, ...props }: ComponentProps<PackageField>) {
  const isRequired = name === 'packageId' || name === 'startsOn';
  return <Field name={[...within, name]} isRequired={isRequired} {...props} />;
}

interface ConvertedPackageProps {
  enquiryId: string;
  isNewClient: boolean;
  isChosen: boolean;
  setChosen: (isChosen: boolean) => void;
}

/** The package that the client begins with, by choice, and what it would create. */
export function ConvertedPackage({ isChosen, setChosen, ...of }: ConvertedPackageProps) {
  const { t } = useTranslation('crm');
  return (
    <div className={styles.stack}>
      <Checkbox checked={isChosen} onChange={(event) => setChosen(event.target.checked)}>
        {t('convert.withPackage')}
      </Checkbox>
      {isChosen && <Chosen {...of} />}
    </div>
  );
}

function Chosen({ enquiryId: id, isNewClient }: Pick<ConvertedPackageProps, 'enquiryId' | 'isNewClient'>) {
  const { t } = useTranslation('crm');
  const { data, error } = useTypedRead(enquiries.previewPackage, () => ({
    id,
    ...(isNewClient ? { clientId: null } : { client: null }),
  }));
  const subscription = data?.subscription;
  return (
    <>
      <FormGroup title={t('subscription.package')}>
        <PackageChoice currency={subscription?.currency ?? ''} Field={FieldOfPackage} within={within} />
      </FormGroup>
      {data !== undefined && <Beside preview={data} />}
      <PackagePreview preview={{ data: subscription, error }} waits={t('convert.packageWaits')} />
    </>
  );
}

/** What the package leaves out of the enquiry, and what it creates although a first task does. */
function Beside({ preview: { notIncluded, subscription } }: { preview: Preview }) {
  const { t } = useTranslation('crm');
  const firstTasks = Form.useWatch<{ categoryId?: string | null }[] | undefined>('tasks') ?? [];
  const chosen = new Set(firstTasks.map(({ categoryId }) => categoryId));
  const twice = subscription.tasks.filter(({ category }) => chosen.has(category.id));
  return (
    <>
      {notIncluded.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('convert.notIncluded', { services: notIncluded.map(({ label }) => label).join(', ') })}
        />
      )}
      {twice.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('convert.twice', { tasks: twice.map(({ category }) => category.label).join(', ') })}
        />
      )}
    </>
  );
}
