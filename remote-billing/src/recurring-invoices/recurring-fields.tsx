import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import {
  recurringInvoices,
  type RecurringMode,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { InvoiceBasis } from '@daybook/contracts/billing/invoices/invoice-record';
import type { LookupRow } from '@daybook/contracts/lookups';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { CurrencySelect, LanguageSelect } from '@daybook/shared/inputs/named-select';
import { RuleFields } from '@daybook/shared/series/rule-fields';
import { SeriesMissed } from '@daybook/shared/series/series-missed';
import { SeriesSpan } from '@daybook/shared/series/series-span';
import { LongText } from '@daybook/shared/inputs/long-text';
import { moreText } from '../common/look-up.ts';
import { PlaceOfSupplyField } from '../common/place-of-supply-field.tsx';
import { nextMonth, type Series } from './form-values.ts';
import { missedText } from './preview-table.tsx';
import { RecurringPreview, useSeriesPreview } from './preview.tsx';
import { RecurringLines } from './recurring-lines.tsx';
import { useBasis } from './use-basis.ts';
import { useFirstPrices } from './use-first-prices.ts';
import { useModes } from './use-modes.ts';

const Field = fieldOf(recurringInvoices.create);
const EditField = fieldOf(recurringInvoices.edit);

interface FieldsProps {
  /** The client, if it can no longer change. */
  clientId?: string;
  /** After the first run the first day is fixed, and another rule asks for the day from which it applies. */
  hasRun?: boolean;
}

/** The fields of a series, and a preview of its invoices. */
export function RecurringFields({ clientId, hasRun = false }: FieldsProps) {
  const { t } = useTranslation('billing');
  const basis = useBasis(clientId);
  useFirstPrices();
  const preview = useSeriesPreview(clientId);
  const { data } = preview;
  const nextPeriod = data?.next[0]?.periodFrom ?? nextMonth();
  const isNew = clientId === undefined;
  return (
    <>
      <PartyFields isNew={isNew} />
      <RuleFields
        hasPreview={false}
        pattern={t('recurring.pattern')}
        periods={{
          label: t('recurring.billed'),
          options: [0, -1].map((value) => ({ value, label: t(`recurring.billing.${value}`) })),
        }}
      />
      {hasRun && (
        <EditField name="from" label={t('recurring.from')} hint={t('recurring.fromHint')}>
          <DateInput />
        </EditField>
      )}
      <SeriesSpan steps={recurringInvoices} hasRun={hasRun} />
      <RecurringLines basis={basis} nextPeriod={nextPeriod} />
      <RecurringPreview preview={preview} />
      {isNew && data !== undefined && data.missed.length > 0 && (
        <FormGroup title={t('recurring.past')} explanation={t('recurring.pastMeans')}>
          <Field name="create" label={t('recurring.makeNow')} isWide>
            <SeriesMissed of={data} textOf={missedText(data.currency)} />
          </Field>
        </FormGroup>
      )}
      <MakingFields />
      <TaxFields basis={basis} />
      <FormGroup title={t('group.words')}>
        <Field name="terms" label={t('field.terms')}>
          <LongText rows={[2, 10]} maxLength={2000} />
        </Field>
        <Field name="notes" label={t('field.notes')}>
          <LongText rows={[2, 10]} maxLength={2000} />
        </Field>
      </FormGroup>
    </>
  );
}

function PartyFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance<Series>();
  const modes = useModes();
  const pickClient = (client: LookupRow) => {
    const entityId = moreText(client, 'defaultEntityId');
    if (entityId !== null && !form.getFieldValue('entityId')) form.setFieldsValue({ entityId });
  };
  return (
    <>
      {isNew && (
        <Field name="clientId" label={t('field.client')}>
          <Lookup kind="client" onPick={pickClient} />
        </Field>
      )}
      <Field name="entityId" label={t('field.entity')}>
        <Lookup kind="billing_entity" />
      </Field>
      <Field name="title" label={t('recurring.name')} hint={t('recurring.nameHint')}>
        <Input maxLength={200} />
      </Field>
      <Field name="mode" label={t('recurring.mode')}>
        <Select
          options={modes.map((value) => ({ value, label: t(`recurringMode.${value}`) }))}
          // The chosen mode may be one that this person is not allowed to choose.
          labelRender={({ value }) => t(`recurringMode.${value as RecurringMode}`)}
        />
      </Field>
    </>
  );
}

/** How the invoices are created, and when they are due. */
function MakingFields() {
  const { t } = useTranslation('billing');
  return (
    <FormGroup title={t('group.document')}>
      <Field name="currency" label={t('field.currency')}>
        <CurrencySelect />
      </Field>
      <Field name="docLocale" label={t('field.docLocale')}>
        <LanguageSelect />
      </Field>
      <Field
        name="paymentTermsDays"
        label={t('recurring.paymentTerms')}
        hint={t('recurring.paymentTermsHint')}
      >
        <InputNumber min={0} max={365} precision={0} />
      </Field>
      <Field name="poNo" label={t('field.poNo')}>
        <Input maxLength={60} />
      </Field>
      <Field name="discountPct" label={t('field.discount')}>
        <DecimalInput unit="%" />
      </Field>
      <Field name="catchUp" label={t('recurring.catchUp')}>
        <Select
          options={(['ask', 'all'] as const).map((value) => ({
            value,
            label: t(`recurring.catchUps.${value}`),
          }))}
        />
      </Field>
    </FormGroup>
  );
}

function TaxFields({ basis }: { basis: InvoiceBasis | undefined }) {
  const { t } = useTranslation('billing');
  const currency = Form.useWatch<unknown>('currency');
  const withheldBy = Form.useWatch<unknown>('withholdingCodeId');
  const place = basis?.placeOfSupply ?? null;
  const codes = (basis?.withholdingCodes ?? []).filter(
    (code) => code.currency === currency || code.id === withheldBy,
  );
  return (
    <FormGroup title={t('group.supply')}>
      <Field name="pricesIncludeTax" label={t('field.pricesIncludeTax')} valueProp="checked">
        <Switch />
      </Field>
      <Field
        name="reverseCharge"
        label={t('field.reverseCharge')}
        hint={t('hint.reverseCharge')}
        valueProp="checked"
      >
        <Switch />
      </Field>
      {place !== null && <PlaceOfSupplyField place={place} />}
      <Field name="withholdingCodeId" label={t('field.withholdingCode')} hint={t('hint.withholdingCode')}>
        <ClearableSelect options={codes.map(({ id, label }) => ({ value: id, label }))} />
      </Field>
      <Field name="withholdingRate" label={t('field.withholdingRate')} hint={t('hint.withholdingRate')}>
        <DecimalInput unit="%" />
      </Field>
    </FormGroup>
  );
}
