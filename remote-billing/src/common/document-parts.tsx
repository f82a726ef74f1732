import { useTranslation } from 'react-i18next';
import type { BaseFigures } from '@daybook/contracts/billing/documents/base-figures';
import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import { placeText as placeIn } from '@daybook/contracts/money/place-of-supply';
import { currentLanguage } from '@daybook/shared/i18n';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { InBase, type Rated } from './in-base.tsx';
import styles from './document.module.css';

/** The party that the document is addressed to, exactly as printed on it. */
export function BillTo({ party }: { party: Party }) {
  return (
    <address className={styles.address}>
      <bdi>{party.name}</bdi>
      {party.lines.map((line) => (
        <div key={line}>
          <bdi>{line}</bdi>
        </div>
      ))}
      <TaxNumbers party={party} />
    </address>
  );
}

/** The tax numbers that the document names: "GSTIN 27AAPFU0939F1ZV". Schemes are abbreviations in every language. */
export function TaxNumbers({ party }: { party: Pick<Party, 'registrations'> }) {
  return party.registrations.map(({ scheme, value }) => (
    <div key={scheme + value}>
      <bdi>{[scheme.split(':')[1], value].filter(Boolean).join(' ')}</bdi>
    </div>
  ));
}

/** A place of supply with the code and name that the law also requires on paper, in the language of the screen. */
export const placeText = (code: string): string => placeIn(code, currentLanguage());

/** The base-currency figures of an issued document in another currency. A draft has only its rate. */
export function DocumentInBase({ document }: { document: Rated & { inBase: BaseFigures | null } }) {
  const { t } = useTranslation('billing');
  const { inBase } = document;
  const figures =
    inBase === null
      ? []
      : (['net', 'tax', 'rounding', 'total'] as const)
          .map((name) => ({ name, label: t(`totals.${name}`), amount: inBase[name] }))
          .filter(({ name, amount }) => name !== 'rounding' || amount !== 0);
  return <InBase document={document} figures={figures} />;
}

/** The terms and notes of a document, if it has any. */
export function DocumentWords({ document }: { document: { terms: string | null; notes: string | null } }) {
  const { t } = useTranslation('billing');
  return (['terms', 'notes'] as const).map((name) => {
    const text = document[name];
    return (
      text !== null && (
        <RecordSection key={name} title={t(`field.${name}`)}>
          <p className={styles.words}>
            <bdi>{text}</bdi>
          </p>
        </RecordSection>
      )
    );
  });
}
