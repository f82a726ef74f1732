import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { voucherKinds, type AdvanceBasis } from '@daybook/contracts/billing/receipts/advances';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { placeName } from '@daybook/contracts/money/place-of-supply';
import { splitAdvance } from '@daybook/contracts/money/settlement';
import { currentLanguage } from '@daybook/shared/i18n';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { useRead } from '@daybook/shared/read/use-read';
import { PlaceOfSupplyField } from '../common/place-of-supply-field.tsx';
import type { AllocationValue } from '../common/proposal.ts';
import { advanceOf } from './advance-of.ts';
import { AdvanceSplit } from './advance-split.tsx';
import styles from './receipts.module.css';

const Field = fieldOf(receipts.create);

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** How an advance from the chosen client would be taxed; undefined until it is known. */
function useAdvanceBasis(): AdvanceBasis | undefined {
  const clientId = Form.useWatch<string | null>('clientId');
  const entityId = Form.useWatch<string | null>('entityId');
  const receiptDate = Form.useWatch<unknown>('receiptDate');
  const placeOfSupply = Form.useWatch<string | null>('placeOfSupply') ?? null;
  const isChosen = clientId && entityId && isDate(receiptDate);
  const place = placeOfSupply === null ? {} : { placeOfSupply };
  return useRead(receipts.advanceBasis, isChosen ? { clientId, entityId, receiptDate, ...place } : null).data;
}

/** The part of the typed amount that no invoice uses. */
function useAdvance() {
  const amount = Form.useWatch<unknown>('amount');
  const withheld = Form.useWatch<unknown>('withheld');
  const bankCharge = Form.useWatch<unknown>('bankCharge');
  const currency = Form.useWatch<string | null>('currency') ?? '';
  const allocations = Form.useWatch<AllocationValue[] | undefined>('allocations') ?? [];
  return { advance: advanceOf({ amount, withheld, bankCharge, currency, allocations }), currency };
}

/** If advances are taxed, the unallocated part may be an advance that includes tax. Typed values stay while nothing is unallocated. */
export function AdvanceFields() {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const basis = useAdvanceBasis();
  const isVoucher = Form.useWatch<string | null>('voucherKind') === 'advance_voucher';
  const { advance } = useAdvance();
  const isOffered = basis !== undefined && basis.taxCodes.length > 0;
  // A field that is no longer shown would otherwise still be sent.
  const isUnseen = isVoucher && basis !== undefined && !isOffered;
  useEffect(() => {
    if (isUnseen)
      form.setFieldsValue({ voucherKind: 'receipt', advanceTaxCodeId: null, placeOfSupply: null });
  }, [form, isUnseen]);
  if (!isOffered || advance <= 0) return null;
  return (
    <FormGroup title={t('advance.title')}>
      <Field name="voucherKind" label={t('advance.kind')} hint={t('advance.means')}>
        <Select options={voucherKinds.map((value) => ({ value, label: t(`voucherKind.${value}`) }))} />
      </Field>
      {isVoucher && <TaxFields basis={basis} />}
    </FormGroup>
  );
}

function TaxFields({ basis: { placeOfSupply: place, taxCodes } }: { basis: AdvanceBasis }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <Field name="advanceTaxCodeId" label={t('advance.tax')} isRequired>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={taxCodes.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
      {place !== null && (
        <PlaceOfSupplyField
          place={place}
          hint={t('hint.placeOfSupply', { status: placeName(place, currentLanguage()) })}
        />
      )}
      <Preview taxCodes={taxCodes} />
    </>
  );
}

/** The advance and the tax included in it, computed while the person types. */
function Preview({ taxCodes }: Pick<AdvanceBasis, 'taxCodes'>) {
  const { t } = useTranslation('billing');
  const codeId = Form.useWatch<string | null>('advanceTaxCodeId');
  const { advance, currency } = useAdvance();
  const code = taxCodes.find(({ id }) => id === codeId);
  if (!code) return null;
  const held = splitAdvance(advance, code.tax);
  return (
    <section className={styles.wide} aria-label={t('advance.held')} aria-live="polite">
      <AdvanceSplit held={held} ratePct={code.tax.ratePct} currency={currency} />
    </section>
  );
}
