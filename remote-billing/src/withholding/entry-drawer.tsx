import Alert from 'antd/es/alert';
import Drawer from 'antd/es/drawer';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import {
  withholdingEntries,
  type WithholdingEntry,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { DateText, instantDateText } from '@daybook/shared/record/date-text';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { receiptAddress } from '../common/addresses.ts';
import { ClientLink } from '../common/client-link.tsx';
import { InvoiceLink } from '../common/invoice-link.tsx';
import { CertificateFileButton } from './certificate-file-button.tsx';
import { EntrySteps } from './entry-steps.tsx';
import { useQuarterWord, useStateWord } from './words.ts';
import styles from './withholding.module.css';

/** One entry of the register above the list: its amounts, its steps, what proves it, and the states that it has had. */
export default function EntryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('billing');
  useReturnFocus();
  const read = useRead(withholdingEntries.open, { id });
  const stateOf = useStateWord();
  const title =
    read.data === undefined
      ? t('withholding.one')
      : t('withholding.oneOf', { name: read.data.client.label, receipt: read.data.source.label });
  return (
    <Drawer open size="large" title={<bdi>{title}</bdi>} onClose={onClose} aria-label={title}>
      <ReadView of={read}>
        {(entry) => (
          <div className={styles.record}>
            <div className={styles.steps}>
              <StatusTag tone={stateOf(entry).tone}>{stateOf(entry).label}</StatusTag>
              <EntrySteps entry={entry} />
            </div>
            {entry.note !== null && <Alert type="info" showIcon title={<bdi>{entry.note}</bdi>} />}
            <Withheld entry={entry} />
            <Proofs entry={entry} />
            <Changes entry={entry} />
          </div>
        )}
      </ReadView>
    </Drawer>
  );
}

function Withheld({ entry }: { entry: WithholdingEntry }) {
  const { t } = useTranslation('billing');
  const quarterOf = useQuarterWord();
  const { currency, base, rate, dueOn } = entry;
  const money = (minor: number) => <Amount minor={minor} currency={currency} />;
  return (
    <RecordSection title={t('receipt.withheld')}>
      <Facts
        facts={[
          { label: t('field.client'), value: <ClientLink client={entry.client} /> },
          { label: t('field.entity'), value: <bdi>{entry.entity.label}</bdi> },
          { label: t('withholding.quarter'), value: quarterOf(entry) },
          { label: t('withholding.deductedOn'), value: <DateText date={entry.deductedOn} /> },
          { label: t('receipt.section'), value: entry.section },
          {
            label: t(entry.source.kind === 'receipt' ? 'collection.receipt' : 'receipt.opening'),
            value: <Source source={entry.source} />,
          },
          ...(entry.invoices.length === 0
            ? []
            : [
                {
                  label: t('withholding.invoices'),
                  value: entry.invoices.map((invoice) => (
                    <span key={invoice.id}>
                      <InvoiceLink invoice={invoice} />{' '}
                    </span>
                  )),
                },
              ]),
          ...(base === null ? [] : [{ label: t('withholding.base'), value: money(base) }]),
          ...(rate === null ? [] : [{ label: t('withholding.rate'), value: rate }]),
          { label: t('receipt.withheld'), value: money(entry.amount) },
          { label: t('withholding.certified'), value: money(entry.certified) },
          { label: t('status.written_off'), value: money(entry.writtenOff) },
          { label: t('withholding.awaited'), value: money(entry.open) },
          ...(dueOn === null ? [] : [{ label: t('withholding.dueOn'), value: <DateText date={dueOn} /> }]),
        ]}
      />
    </RecordSection>
  );
}

/** An opening balance has no page but this one. */
function Source({ source: { kind, id, label } }: Pick<WithholdingEntry, 'source'>) {
  const number = <bdi>{label}</bdi>;
  return kind === 'receipt' ? <Link to={receiptAddress(id)}>{number}</Link> : number;
}

function Proofs({ entry: { proofs, writeOffs, currency } }: { entry: WithholdingEntry }) {
  const { t } = useTranslation('billing');
  if (proofs.length + writeOffs.length === 0) return null;
  return (
    <RecordSection title={t('withholding.proofs')}>
      <ul className={styles.rows}>
        {proofs.map(({ id, certificate, date, amount, hasFile, isReleased }) => (
          <li key={id} className={isReleased ? styles.struck : undefined}>
            <span>
              <Link to={recordPath('withholding_certificate', certificate.id)}>
                <bdi>{certificate.label}</bdi>
              </Link>{' '}
              <DateText date={date} />
              {hasFile && <CertificateFileButton id={certificate.id} number={certificate.label} />}
            </span>
            <Amount minor={amount} currency={currency} />
          </li>
        ))}
        {writeOffs.map(({ id, date, amount, reason, reversedOn }) => (
          <li key={id} className={reversedOn === null ? undefined : styles.struck}>
            <span>
              <bdi>{t('writeOff.of', { reason })}</bdi> <DateText date={date} />
            </span>
            <Amount minor={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

function Changes({ entry: { changes, currency } }: { entry: WithholdingEntry }) {
  const { t } = useTranslation('billing');
  return (
    <RecordSection title={t('withholding.changes')}>
      <ul className={styles.rows}>
        {changes.map(({ no, state, amount, certified, at, by, note }) => (
          <li key={no}>
            <span>
              {t(`withholding.state.${state}`)}
              {note !== null && (
                <>
                  {' · '}
                  <bdi>{note}</bdi>
                </>
              )}
              <div className={styles.quiet}>
                {t('withholding.changed', {
                  date: instantDateText(at),
                  name: by ?? t('withholding.system'),
                })}
              </div>
            </span>
            <span>
              {t('withholding.certifiedOf', {
                certified: amountText(certified, currency),
                amount: amountText(amount, currency),
              })}
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
