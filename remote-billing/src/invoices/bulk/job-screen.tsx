import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { invoiceJobs, type InvoiceJobRecord } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { InstantText } from '@daybook/shared/record/date-text';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { useLiveRead, useRead } from '@daybook/shared/read/use-read';
import { invoiceJobAddress } from '../../common/addresses.ts';
import { JobView } from './job-view.tsx';
import { goesOn } from './use-job.ts';

/** The outcome of one action for many invoices. Its notification leads here. */
export default function JobScreen() {
  const { id = '' } = useParams();
  const read = useLiveRead(invoiceJobs.open, { id }, goesOn);
  return <ReadView of={read}>{(job) => <Shown key={job.id} job={job} />}</ReadView>;
}

function Shown({ job }: { job: InvoiceJobRecord }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  return (
    <RecordScreen
      title={t(`bulk.${job.kind}`, { count: job.all })}
      summary={
        <>
          <bdi>{job.by}</bdi> · <InstantText at={job.at} />
        </>
      }
    >
      <JobView job={job} onAgain={(again) => void navigate(invoiceJobAddress(again))} />
      <Others not={job.id} />
    </RecordScreen>
  );
}

/** The person's recent jobs. */
function Others({ not }: { not: string }) {
  const { t } = useTranslation('billing');
  const { data } = useRead(invoiceJobs.list, {});
  const others = data?.rows.filter(({ id }) => id !== not) ?? [];
  if (others.length === 0) return null;
  return (
    <RecordSection title={t('bulk.others')}>
      <ul>
        {others.map(({ id, kind, all, at, done, skipped, refused }) => (
          <li key={id}>
            <Link to={invoiceJobAddress(id)}>{t(`bulk.${kind}`, { count: all })}</Link> ·{' '}
            <InstantText at={at} /> · {t('bulk.progress', { done: done + skipped, refused, all })}
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
