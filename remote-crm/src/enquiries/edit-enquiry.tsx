import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { enquiries, type Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { useMay } from '@daybook/shared/session';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useChoiceNames } from '@daybook/shared/record/choice-name';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { clientAddress, enquiriesAddress, enquiryAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { EnquiryFields } from './enquiry-fields.tsx';
import { EnquiryFiles } from './enquiry-files.tsx';
import { EnquiryHistory } from './enquiry-history.tsx';
import { AllMoves } from './enquiry-moves.tsx';
import { EnquiryNotes } from './enquiry-notes.tsx';
import { EnquiryTasks } from './enquiry-tasks.tsx';
import { EnquiryStatusTag } from './enquiry-status-tag.tsx';
import { EnquiryActions } from './enquiry-actions.tsx';

const valuesOf = (enquiry: Enquiry) => ({
  enquiryDate: enquiry.enquiryDate,
  name: enquiry.name,
  company: enquiry.company,
  email: enquiry.email,
  phone: enquiry.phone,
  taxId: enquiry.taxId,
  sourceId: enquiry.source.id,
  expectedValue: enquiry.expectedValue,
  currency: enquiry.currency,
  nextActionOn: enquiry.nextActionOn,
  referrerClientId: enquiry.referrerClient?.id ?? null,
  serviceIds: enquiry.services.map(({ id }) => id),
  ownerId: enquiry.owner.id,
});

export default function EditEnquiry() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(enquiries.open, { id });
  const mayEdit = useMay('enquiries.edit');
  const mayReadTasks = useMay('tasks.view');
  const shown = read.data?.id;
  useEffect(() => {
    // A merged enquiry opens as the one that it was merged into.
    if (shown !== undefined && shown !== id) void navigate(enquiryAddress(shown), { replace: true });
  }, [shown, id, navigate]);
  return (
    <ReadView of={read} shape="form">
      {(enquiry) => (
        <div className={styles.columns}>
          {mayEdit && enquiry.erasedAt === null ? (
            <EnquiryForm enquiry={enquiry} />
          ) : (
            <EnquiryFacts enquiry={enquiry} />
          )}
          <aside className={styles.stack}>
            <Progress enquiry={enquiry} />
            <EnquiryNotes enquiry={enquiry} />
            {mayReadTasks && <EnquiryTasks enquiry={enquiry} />}
            <EnquiryFiles enquiry={enquiry} />
            <EnquiryHistory id={enquiry.id} />
          </aside>
        </div>
      )}
    </ReadView>
  );
}

function EnquiryForm({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation('crm');
  return (
    <FormScreen
      title={t('enquiry.editTitle', { no: enquiry.no, name: enquiry.name })}
      endpoint={enquiries.edit}
      initial={valuesOf(enquiry)}
      fixed={{ id: enquiry.id }}
      version={enquiry.version}
      valuesOf={valuesOf}
      backTo={enquiriesAddress}
      // Stays here after saving, because this form is the enquiry's page.
      onSaved={() => undefined}
    >
      <EnquiryFields id={enquiry.id} />
    </FormScreen>
  );
}

function Progress({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation('crm');
  const mayOpenClient = useMay('clients.view');
  const names = useChoiceNames();
  const { convertedClient, lostReason, lostNote, status } = enquiry;
  return (
    <RecordSection title={t('enquiry.progress')} extra={<EnquiryStatusTag status={status} />}>
      <div className={styles.stack}>
        {convertedClient !== null && (
          <p className={styles.written}>
            {t('enquiry.became')}{' '}
            {mayOpenClient ? (
              <Link to={clientAddress(convertedClient.id)}>
                <bdi>{convertedClient.label}</bdi>
              </Link>
            ) : (
              <bdi>{convertedClient.label}</bdi>
            )}
          </p>
        )}
        {lostReason !== null && (
          <p className={styles.written}>
            {t('enquiry.lostReason')}: <bdi>{names.reason(lostReason)}</bdi>
            {lostNote !== null && (
              <>
                {' · '}
                <bdi>{lostNote}</bdi>
              </>
            )}
          </p>
        )}
        <AllMoves enquiry={enquiry} />
        <EnquiryActions enquiry={enquiry} />
      </div>
    </RecordSection>
  );
}
