import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceBasis } from '@daybook/contracts/billing/invoices/invoice-record';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { LookupRow } from '@daybook/contracts/lookups';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { minor, toDecimal } from '@daybook/contracts/money/money';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { LongText } from '@daybook/shared/inputs/long-text';
import { moreText } from '../common/look-up.ts';
import { UnitSelect } from '../common/unit-select.tsx';
import { blankLine, type Series, type SeriesLine } from './form-values.ts';
import styles from './recurring.module.css';

const Field = fieldOf(recurringInvoices.create);

interface LinesProps {
  basis: InvoiceBasis | undefined;
  /** The first day of a new price: a period that was not billed yet. */
  nextPeriod: string;
}

/** The lines of each invoice, with prices that apply from a day. */
export function RecurringLines({ basis, nextPeriod }: LinesProps) {
  const { t } = useTranslation('billing');
  return (
    <FormGroup title={t('lines.title')} explanation={t('series:tokens')}>
      <div className={styles.lines}>
        <FormRows
          name="lines"
          label={(no) => t('lines.line', { no })}
          add={t('lines.add')}
          blank={blankLine(nextPeriod, basis?.usualTaxCodeId ?? '')}
        >
          {(row) => <LineFields row={row} basis={basis} nextPeriod={nextPeriod} />}
        </FormRows>
      </div>
    </FormGroup>
  );
}

/** "VAT 20 %" keeps its order on a right-to-left page. An ellipsis stands in until the codes have loaded. */
const isolated = ({ label }: { label?: ReactNode }) => <bdi>{label ?? '…'}</bdi>;

/** Picking a service fills in its price if none was typed yet. */
function usePicked(row: number, taxCodes: InvoiceBasis['taxCodes']): (service: LookupRow) => void {
  const form = Form.useFormInstance<Series>();
  return (service) => {
    const line = (form.getFieldValue(['lines', row]) ?? {}) as SeriesLine;
    const { price, currency } = service.more;
    const [first, ...others] = line.prices;
    const isPriced = typeof price === 'number' && currency === form.getFieldValue('currency');
    const taxCodeId = moreText(service, 'taxCodeId') ?? '';
    form.setFieldValue(['lines', row], {
      ...line,
      serviceId: service.id,
      description: line.description.trim() ? line.description : service.label,
      unit: moreText(service, 'unit') ?? line.unit,
      sacHsn: moreText(service, 'sacHsn') ?? line.sacHsn,
      ...(taxCodes.some(({ id }) => id === taxCodeId) && { taxCodeId }),
      ...(first !== undefined &&
        first.unitPrice === '' &&
        isPriced && {
          prices: [
            { ...first, unitPrice: canonicalDecimal(toDecimal(minor(price), String(currency))) },
            ...others,
          ],
        }),
    });
  };
}

function LineFields({ row, basis, nextPeriod }: LinesProps & { row: number }) {
  const { t } = useTranslation('billing');
  const taxCodes = basis?.taxCodes ?? [];
  const pick = usePicked(row, taxCodes);
  return (
    <>
      <Field name={['lines', row, 'description']} label={t('line.description')} isWide isRequired>
        <LongText rows={[1, 6]} maxLength={1000} />
      </Field>
      <Field name={['lines', row, 'serviceId']} label={t('line.service')}>
        <Lookup kind="service" onPick={pick} />
      </Field>
      <Field name={['lines', row, 'taxCodeId']} label={t('line.tax')} isRequired>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          labelRender={isolated}
          options={taxCodes.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
      <Field name={['lines', row, 'qty']} label={t('line.qty')} isRequired>
        <DecimalInput />
      </Field>
      <Field name={['lines', row, 'unit']} label={t('line.unit')}>
        <UnitSelect />
      </Field>
      <Prices row={row} nextPeriod={nextPeriod} />
      <Field
        name={['lines', row, 'upliftPct']}
        label={t('recurring.uplift')}
        hint={t('recurring.upliftHint')}
      >
        <DecimalInput unit="%" />
      </Field>
      <Field name={['lines', row, 'discountPct']} label={t('line.discount')}>
        <DecimalInput unit="%" />
      </Field>
      {(basis?.placeOfSupply ?? null) !== null && (
        <Field name={['lines', row, 'sacHsn']} label={t('line.sacHsn')}>
          <Input inputMode="numeric" maxLength={8} />
        </Field>
      )}
    </>
  );
}

/** Billed periods keep their price, so another price starts with a future period. */
function Prices({ row, nextPeriod }: { row: number; nextPeriod: string }) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance<Series>();
  const prices = (Form.useWatch<unknown>(['lines', row, 'prices'], { form, preserve: true }) ??
    []) as SeriesLine['prices'];
  const set = (next: SeriesLine['prices']) => form.setFieldValue(['lines', row, 'prices'], next);
  return (
    <div className={styles.prices}>
      {Array.from(prices.keys(), (index) => (
        <div key={index} className={styles.price}>
          <Field name={['lines', row, 'prices', index, 'unitPrice']} label={t('line.unitPrice')} isRequired>
            <DecimalInput />
          </Field>
          <Field
            name={['lines', row, 'prices', index, 'validFrom']}
            label={t('recurring.priceFrom')}
            isRequired
          >
            <DateInput />
          </Field>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            disabled={prices.length === 1}
            aria-label={t('shared:form.remove', { what: t('recurring.price', { no: index + 1 }) })}
            onClick={() => set(prices.filter((_price, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => set([...prices, { validFrom: nextPeriod, unitPrice: '' }])}
      >
        {t('recurring.addPrice')}
      </Button>
    </div>
  );
}
