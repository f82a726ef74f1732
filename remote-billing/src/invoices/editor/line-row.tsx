import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import Button from 'antd/es/button';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { isAsItWasPaid } from '@daybook/contracts/billing/invoices/billed-line';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { Amount } from '@daybook/shared/record/amount';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { ErrorsContext, fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { LongText } from '@daybook/shared/inputs/long-text';
import { isBegun } from './draft-values.ts';
import { DiscountInput } from './discount-input.tsx';
import { foldedFields, LineMore } from './line-more.tsx';
import { TaxCodeSelect } from './tax-code-select.tsx';
import { UnitSelect } from '../../common/unit-select.tsx';
import { useDraft, useLiveTotals } from './use-draft.tsx';
import { useOfLine } from './use-of-line.ts';
import { usePickedService } from './use-picked-service.ts';
import styles from './line-grid.module.css';

const Field = fieldOf(invoices.create);

/** One line. Its seldom-used fields unfold below it. */
export function LineRow({ row, onRemove }: { row: number; onRemove: () => void }) {
  const { t } = useTranslation('billing');
  const { currency } = useDraft();
  const errors = useContext(ErrorsContext);
  const lacksCode = useLacksCode(row);
  const isAsPaid = useOfLine(row, isAsItWasPaid);
  const { hash } = useLocation();
  // Unfolded if the address leads to a folded field.
  const [isWanted, setWanted] = useState<boolean | null>(
    () => foldedFields.some((name) => hash === `#lines_${row}_${name}`) || null,
  );
  // An error on a folded field must be visible.
  const isRefused = foldedFields.some((name) => `lines.${row}.${name}` in errors);
  const isOpen = isRefused || (isWanted ?? lacksCode);
  const pickService = usePickedService(row);
  const label = t('lines.line', { no: row + 1 });
  return (
    <fieldset aria-label={label} className={styles.line}>
      <div className={styles.description}>
        <Field
          name={['lines', row, 'description']}
          label={t('line.description')}
          {...(isAsPaid && { hint: t('pending.asPaid') })}
        >
          <LongText rows={[1, 6]} maxLength={1000} />
        </Field>
      </div>
      <div className={styles.service}>
        <Field name={['lines', row, 'serviceId']} label={t('line.service')}>
          <Lookup kind="service" onPick={pickService} />
        </Field>
      </div>
      <Field name={['lines', row, 'qty']} label={t('line.qty')}>
        <DecimalInput disabled={isAsPaid} />
      </Field>
      <Field name={['lines', row, 'unit']} label={t('line.unit')}>
        <UnitSelect />
      </Field>
      <Field name={['lines', row, 'unitPrice']} label={t('line.unitPrice')}>
        <DecimalInput disabled={isAsPaid} />
      </Field>
      <Field name={['lines', row, 'discountPct']} label={t('line.discount')}>
        <DiscountInput amountAt={['lines', row, 'discount']} currency={currency} disabled={isAsPaid} />
      </Field>
      <Field name={['lines', row, 'taxCodeId']} label={t('line.tax')}>
        <TaxCodeSelect isUntaxed={isAsPaid} />
      </Field>
      <LineAmount row={row} />
      <div className={styles.buttons}>
        <Button
          type="text"
          icon={<DownOutlined rotate={isOpen ? 180 : 0} />}
          aria-expanded={isOpen}
          aria-label={t('lines.more', { line: label })}
          title={t('lines.more', { line: label })}
          onClick={() => setWanted(!isOpen)}
        />
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('shared:form.remove', { what: label })}
          title={t('shared:form.remove', { what: label })}
          onClick={onRemove}
        />
      </div>
      <LineFaults row={row} />
      {isOpen && <LineMore row={row} />}
    </fieldset>
  );
}

const inGrid = ['description', 'serviceId', 'qty', 'unit', 'unitPrice', 'discountPct', 'taxCodeId'] as const;

/** A grid cell is too narrow for an error, so the errors stand below the line. Screen readers find them at the field. */
function LineFaults({ row }: { row: number }) {
  const { t } = useTranslation('billing');
  const errors = useContext(ErrorsContext);
  return (
    <div className={styles.faults} aria-hidden="true">
      {inGrid.flatMap((name) =>
        (errors[`lines.${row}.${name}`] ?? []).map((text) => (
          <div key={`${name} ${text}`}>{t('line.fault', { field: t(`line.${name}`), text })}</div>
        )),
      )}
    </div>
  );
}

/** Whether issuing would refuse the line because it has no SAC or HSN code. Stays true, so that the field does not disappear while somebody types. */
function useLacksCode(row: number): boolean {
  const { basis } = useDraft();
  const isSupplyWithoutCode = useOfLine(
    row,
    (line) => isBegun(line) && line.kind !== 'disbursement' && !line.sacHsn,
  );
  const lacksNow = isSupplyWithoutCode && (basis?.placeOfSupply ?? null) !== null;
  const [hasLacked, setHasLacked] = useState(false);
  if (lacksNow && !hasLacked) setHasLacked(true);
  return hasLacked;
}

function LineAmount({ row }: { row: number }) {
  const { t } = useTranslation('billing');
  const { currency } = useDraft();
  const amount = useLiveTotals()?.amounts[row] ?? null;
  return (
    <output className={styles.amount} aria-label={t('line.amount')}>
      {amount === null ? '–' : <Amount minor={amount} currency={currency} showCurrency={false} />}
    </output>
  );
}
