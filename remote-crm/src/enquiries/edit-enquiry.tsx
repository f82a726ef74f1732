import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { enquiries, type Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { useMay } from '@daybook/shared/session';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { clientAddress, enquiriesAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { EnquiryFields } from './enquiry-fields.tsx';
import { AllMoves } from './enquiry-moves.tsx';
import { EnquiryNotes } from './enquiry-notes.tsx';
import { EnquiryStatusTag } from './enquiry-status-tag.tsx';
import { RemoveEnquiry } from './remove-enquiry.tsx';

const valuesOf = (enquiry: Enquiry) => ({
  enquiryDate: enquiry.enquiryDate,
  name: enquiry.name,
  company: enquiry.company,
  email: enquiry.email,
  phone: enquiry.phone,
  source: enquiry.source,
  expectedValue: enquiry.expectedValue,
  currency: enquiry.currency,
  nextActionOn: enquiry.nextActionOn,
  referrerClientId: enquiry.referrerClient?.id ?? null,
  serviceIds: enquiry.services.map(({ id }) => id),
  ownerId: enquiry.owner.id,
});

export default function EditEnquiry() {
  const { id = '' } = useParams();
  const read = useRead(enquiries.open, { id });
  const mayEdit = useMay('enquiries.edit');
  return (
    <ReadView of={read} shape="form">
      {(enquiry) => (
        <div className={styles.columns}>
          {mayEdit ? <EnquiryForm enquiry={enquiry} /> : <EnquiryFacts enquiry={enquiry} />}
          <aside className={styles.stack}>
            <Progress enquiry={enquiry} />
            <EnquiryNotes enquiry={enquiry} />
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
  const { convertedClient, lostReason, status } = enquiry;
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
            {t('enquiry.lostReason')}: <bdi>{lostReason}</bdi>
          </p>
        )}
        <AllMoves enquiry={enquiry} />
        <RemoveEnquiry enquiry={enquiry} />
      </div>
    </RecordSection>
  );
}
