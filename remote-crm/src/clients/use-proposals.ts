import Form from 'antd/es/form';
import { useEffect } from 'react';
import type { AboutIdentifier } from '@daybook/contracts/identifiers/about-identifier';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';

interface Address {
  country?: string;
  regionCode?: string | null;
}

/** Only businesses that are registered for a tax on sales have these numbers. */
const ofRegistered = new Set<TaxScheme>(['IN:GSTIN', 'EU:VAT', 'GB:VAT', 'JP:T']);

/** Fills what a correct tax number says of the client, where the form is still empty: tax treatment and state. */
export function useProposals(about: AboutIdentifier | null, scheme: TaxScheme | undefined): void {
  const form = Form.useFormInstance();
  useEffect(() => {
    if (about?.verdict !== 'ok' || scheme === undefined || !ofRegistered.has(scheme)) return;
    if (form.getFieldValue('taxTreatment') === undefined) form.setFieldValue('taxTreatment', 'registered');
    const region = scheme === 'IN:GSTIN' ? about.place : undefined;
    const addresses = (form.getFieldValue('addresses') ?? []) as readonly (Address | undefined)[];
    for (const [index, address] of addresses.entries()) {
      if (region !== undefined && address?.country === 'IN' && !address.regionCode)
        form.setFieldValue(['addresses', index, 'regionCode'], region);
    }
  }, [form, about, scheme]);
}
