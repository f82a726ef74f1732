import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { lookups, type LookupRow } from '@daybook/contracts/lookups';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { listAddress, seriesAddress } from './addresses.ts';
import { CategoryChoice, ClientChoice, TermFields } from './series-fields.tsx';
import { blankTerms, type SeriesValues } from './series-fill.ts';
import { BackFill, TermsPreview, useSeriesPreview } from './series-preview.tsx';

const ofClient = ({ id, more }: LookupRow): SeriesValues => ({
  clientId: id,
  billingEntityId: typeof more['defaultEntityId'] === 'string' ? more['defaultEntityId'] : null,
});

/** `?clientId=` starts with a client and their default entity. */
export default function AddRecurring() {
  const clientId = useSearchParams()[0].get('clientId');
  const clients = useRead(lookups.find, clientId === null ? null : { kind: 'client', id: clientId });
  if (clientId === null) return <NewSeries />;
  return (
    <ReadView of={clients} shape="form">
      {([client]) => <NewSeries {...(client !== undefined && { initial: ofClient(client) })} />}
    </ReadView>
  );
}

function NewSeries({ initial }: { initial?: SeriesValues }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('series.add')}
      endpoint={recurringTasks.create}
      initial={{ ...blankTerms(), create: [], ...initial }}
      backTo={listAddress}
      onSaved={({ id }) => void navigate(seriesAddress(id), { replace: true })}
    >
      <CategoryChoice />
      <ClientChoice />
      <NewTerms />
    </FormScreen>
  );
}

function NewTerms() {
  const preview = useSeriesPreview();
  return (
    <TermFields
      preview={
        <>
          <TermsPreview preview={preview} />
          <BackFill preview={preview} />
        </>
      }
    />
  );
}
