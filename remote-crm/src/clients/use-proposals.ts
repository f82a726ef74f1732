import Form from 'antd/es/form';
import { useEffect } from 'react';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { INDIAN_REGIONS, stateOfRegion } from '@daybook/contracts/money/indian-states';
import type { Verdict } from '../use-identifier-verdict.ts';

interface Address {
  country?: string;
  regionCode?: string | null;
}

/** Only businesses that are registered for a tax on sales have these numbers. */
const ofRegistered = new Set<TaxScheme>(['IN:GSTIN', 'EU:VAT', 'GB:VAT', 'JP:T']);

/** A GSTIN begins with the code of its state. */
const regionOf = (scheme: TaxScheme, value: string): string | undefined =>
  scheme === 'IN:GSTIN'
    ? INDIAN_REGIONS.find(({ regionCode }) => stateOfRegion(regionCode) === value.trim().slice(0, 2))
        ?.regionCode
    : undefined;

/** Fills what a correct tax number says of the client, where the form is still empty: tax treatment and state. */
export function useProposals(verdict: Verdict | null, scheme: TaxScheme | undefined, value = ''): void {
  const form = Form.useFormInstance();
  useEffect(() => {
    if (verdict !== 'ok' || scheme === undefined || !ofRegistered.has(scheme)) return;
    if (form.getFieldValue('taxTreatment') === undefined) form.setFieldValue('taxTreatment', 'registered');
    const region = regionOf(scheme, value);
    const addresses = (form.getFieldValue('addresses') ?? []) as readonly (Address | undefined)[];
    for (const [index, address] of addresses.entries()) {
      if (region !== undefined && address?.country === 'IN' && !address.regionCode)
        form.setFieldValue(['addresses', index, 'regionCode'], region);
    }
  }, [form, verdict, scheme, value]);
}
