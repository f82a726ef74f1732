import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import {
  withholdingCertificates,
  type WithholdingCertificate,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { DateText } from '@daybook/shared/record/date-text';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { ClientLink } from '../common/client-link.tsx';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { CertificateFileButton } from './certificate-file-button.tsx';
import { FileField } from '@daybook/shared/inputs/file-field';
import { MatchList } from './match-list.tsx';
import { useQuarterWord } from './words.ts';
import styles from './withholding.module.css';

/** One certificate above the list: what it says, its file, and what it proves. */
export default function CertificateDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('billing');
  const read = useRead(withholdingCertificates.open, { id });
  const title =
    read.data === undefined
      ? t('withholding.certificate')
      : t('withholding.certificateNo', { number: read.data.number });
  return (
    <Drawer open size="large" title={<bdi>{title}</bdi>} onClose={onClose} aria-label={title}>
      <ReadView of={read}>
        {(certificate) => (
          <div className={styles.record}>
            {!certificate.isWithdrawn && <Steps certificate={certificate} />}
            {certificate.withdrawalReason !== null && (
              <Alert
                type="warning"
                showIcon
                title={t('withholding.withdrawn')}
                description={<bdi>{certificate.withdrawalReason}</bdi>}
              />
            )}
            <Says certificate={certificate} />
            <Proves certificate={certificate} />
            {!certificate.isWithdrawn && certificate.matched < certificate.amount && (
              <Can do="receipts.add">
                <MatchList certificate={certificate} />
              </Can>
            )}
          </div>
        )}
      </ReadView>
    </Drawer>
  );
}

function Says({ certificate }: { certificate: WithholdingCertificate }) {
  const { t } = useTranslation('billing');
  const quarterOf = useQuarterWord();
  const { currency } = certificate;
  return (
    <Facts
      facts={[
        { label: t('field.client'), value: <ClientLink client={certificate.client} /> },
        { label: t('field.entity'), value: <bdi>{certificate.entity.label}</bdi> },
        { label: t('withholding.quarter'), value: quarterOf(certificate) },
        { label: t('receipt.section'), value: certificate.section },
        { label: t('date'), value: <DateText date={certificate.certificateDate} /> },
        { label: t('withholding.amount'), value: <Amount minor={certificate.amount} currency={currency} /> },
        {
          label: t('withholding.matched'),
          value: <Amount minor={certificate.matched} currency={currency} />,
        },
      ]}
    />
  );
}

function Proves({ certificate: { matches, currency } }: { certificate: WithholdingCertificate }) {
  const { t } = useTranslation('billing');
  if (matches.length === 0) return null;
  return (
    <RecordSection title={t('withholding.proves')}>
      <ul className={styles.rows}>
        {matches.map(({ id, entryId, source, amount, isReleased }) => (
          <li key={id} className={isReleased ? styles.struck : undefined}>
            <Link to={recordPath('withholding_entry', entryId)}>
              <bdi>{source.label}</bdi>
            </Link>
            <Amount minor={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

const Attached = fieldOf(withholdingCertificates.attach);

function Steps({ certificate: { id, version, number, hasFile } }: { certificate: WithholdingCertificate }) {
  const { t } = useTranslation('billing');
  const [asked, setAsked] = useState<'attach' | 'withdraw' | null>(null);
  const close = () => setAsked(null);
  return (
    <div className={styles.steps}>
      {hasFile && <CertificateFileButton id={id} number={number} />}
      <Can do="receipts.add">
        <Button onClick={() => setAsked('attach')}>{t('withholding.attach')}</Button>
        <Button onClick={() => setAsked('withdraw')}>{t('withholding.withdraw')}</Button>
      </Can>
      {asked === 'attach' && (
        <FormDialog
          title={t('withholding.attach')}
          endpoint={withholdingCertificates.attach}
          fixed={{ id }}
          version={version}
          verb={t('withholding.save')}
          onSaved={() => {
            notify.success(t('withholding.attached'));
            close();
          }}
          onClose={close}
        >
          <Attached name="attachmentId" label={t('withholding.file')}>
            <FileField endpoint={withholdingCertificates.upload} />
          </Attached>
        </FormDialog>
      )}
      {asked === 'withdraw' && (
        <DatedStepDialog
          title={t('withholding.withdrawQuestion', { number })}
          consequence={t('withholding.withdrawMeans')}
          endpoint={withholdingCertificates.withdraw}
          fixed={{ id }}
          version={version}
          verb={t('withholding.withdraw')}
          isDated={false}
          isDangerous
          done={() => t('withholding.withdrawnNow', { number })}
          onClose={close}
        />
      )}
    </div>
  );
}
