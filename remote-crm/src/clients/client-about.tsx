import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { languageName } from '@daybook/shared/inputs/code-names';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { clientsOfGroup } from '../addresses.ts';
import styles from '../crm.module.css';

const labelsOf = (references: readonly { label: string }[]) =>
  references.length === 0 ? null : <bdi>{references.map(({ label }) => label).join(', ')}</bdi>;

/** What identifies a client, how it is billed, and who is responsible for it. */
export function ClientAbout({ client }: { client: Client }) {
  const { t } = useTranslation('crm');
  return (
    <RecordSection title={t('section.about')}>
      <div className={styles.stack}>
        <Facts
          facts={[
            { label: t('client.legalName'), value: client.legalName && <bdi>{client.legalName}</bdi> },
            { label: t('client.oldCode'), value: client.oldCode && <bdi>{client.oldCode}</bdi> },
            ...(client.merged.length > 0
              ? [
                  {
                    label: t('client.merged'),
                    value: <bdi>{client.merged.map(({ code, name }) => `${code} ${name}`).join(', ')}</bdi>,
                  },
                ]
              : []),
            { label: t('client.kind'), value: t(`kind.${client.kind}`) },
            {
              label: t('client.group'),
              value: client.group && (
                <Link to={clientsOfGroup(client.group.id)}>
                  <bdi>{client.group.label}</bdi>
                </Link>
              ),
            },
            { label: t('client.taxTreatment'), value: t(`taxTreatment.${client.taxTreatment}`) },
            { label: t('client.defaultEntity'), value: <bdi>{client.defaultEntity.label}</bdi> },
            {
              label: t('client.paymentTerms'),
              value: <bdi>{t('client.days', { count: client.paymentTermsDays })}</bdi>,
            },
            { label: t('client.currency'), value: client.currency },
            { label: t('client.docLocale'), value: languageName(client.docLocale) },
            ...(client.listsHours ? [{ label: t('client.annex'), value: t('client.listsHours') }] : []),
            {
              label: t('client.withholdingCode'),
              value: client.withholdingCode && <bdi>{client.withholdingCode.label}</bdi>,
            },
            {
              label: t('client.withholdingRate'),
              value: client.withholdingRate && (
                <bdi dir="ltr">{formatDecimal(client.withholdingRate, numberLocale())}%</bdi>
              ),
            },
            { label: t('client.manager'), value: client.manager && <bdi>{client.manager.label}</bdi> },
            { label: t('client.executives'), value: labelsOf(client.executives) },
            { label: t('client.departments'), value: labelsOf(client.departments) },
            { label: t('client.tags'), value: client.tags.join(', ') || null },
          ]}
        />
        {client.notes !== null && (
          <p className={styles.written}>
            <bdi>{client.notes}</bdi>
          </p>
        )}
      </div>
    </RecordSection>
  );
}
