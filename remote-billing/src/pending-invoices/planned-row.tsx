import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DraftResult, PlannedDraft } from '@daybook/contracts/billing/pending/pending-invoices';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import { Amount } from '@daybook/shared/record/amount';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { invoiceAddress } from '../common/addresses.ts';
import { useFieldName } from '../common/field-name.ts';
import styles from './plan-dialog.module.css';

interface PlannedRowProps {
  draft: PlannedDraft;
  /** The outcome; undefined until the draft was tried. */
  result: DraftResult | undefined;
  mayOpen: boolean;
}

/** One invoice of many: its client, its amount, and why it would be refused. */
export function PlannedRow({ draft, result, mayOpen }: PlannedRowProps) {
  const { t } = useTranslation('billing');
  const { client, members, entity, currency, itemIds, descriptions, net, tax, payable, beforeIssue } = draft;
  const refused = result?.refused ?? draft.refused;
  return (
    <li className={styles.row}>
      <div>
        <strong>
          <bdi>{client.label}</bdi>
        </strong>{' '}
        {result && !result.refused && <StatusTag tone="done">{t('plan.made')}</StatusTag>}
        <div className={styles.quiet}>
          <bdi>{entity.label}</bdi> · <bdi>{t('plan.items', { count: itemIds.length })}</bdi>
        </div>
        <Names of={descriptions} />
        {members.length > 0 && (
          <div className={styles.quiet}>
            <bdi>{t('plan.for')}</bdi> <bdi>{members.map(({ label }) => label).join(', ')}</bdi>
          </div>
        )}
        {draft.apart !== null && <div className={styles.quiet}>{t(`plan.apart.${draft.apart}`)}</div>}
        {refused ? (
          <Faults isGrave message={refused.message} fields={refused.fields} />
        ) : (
          <Faults message={t('plan.beforeIssue')} fields={beforeIssue} />
        )}
        {result && !result.refused && mayOpen && <Link to={invoiceAddress(result.id)}>{t('plan.open')}</Link>}
      </div>
      {!refused && (
        <div className={styles.figures}>
          <span className={styles.total}>
            <span className={styles.quiet}>{t('plan.total')}</span>{' '}
            <Amount minor={payable} currency={currency} />
          </span>
          <div className={styles.quiet}>
            <bdi>{t('totals.net')}</bdi> <Amount minor={net} currency={currency} /> ·{' '}
            <bdi>{t('totals.tax')}</bdi> <Amount minor={tax} currency={currency} />
          </div>
        </div>
      )}
    </li>
  );
}

/** An invoice lists this many items by name, and counts the rest. */
const mostNames = 5;

function Names({ of: descriptions }: { of: readonly string[] }) {
  const { t } = useTranslation('billing');
  const names = [...Map.groupBy(descriptions, (name) => name)];
  const more = names.length - mostNames;
  return (
    <ul className={styles.names}>
      {names.slice(0, mostNames).map(([name, { length }]) => (
        <li key={name}>
          <bdi>{name}</bdi>
          {length > 1 && ` × ${length}`}
        </li>
      ))}
      {more > 0 && <li>{t('plan.more', { count: more })}</li>}
    </ul>
  );
}

interface FaultsProps {
  isGrave?: boolean;
  message: string;
  fields: FieldRefusals;
}

function Faults({ isGrave = false, message, fields }: FaultsProps) {
  const nameOf = useFieldName();
  const faults = Object.entries(fields);
  if (!isGrave && faults.length === 0) return null;
  return (
    <div className={isGrave ? styles.wrong : styles.quiet}>
      {message}
      {faults.length > 0 && (
        <ul>
          {faults.map(([field, codes]) => (
            <li key={field}>
              {nameOf(field)}: {codes.map((code) => fieldText(code)).join(' ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
