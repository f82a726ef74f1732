import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { fieldOf } from '@daybook/shared/form/field';
import { useIdentifier, useIdentifierText } from '@daybook/shared/inputs/use-identifier';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { SchemeSelect, useSchemeName } from '../scheme-select.tsx';

const Field = fieldOf(enquiries.convert);

/** The tax number that the client gets, and by which it may be known already. */
export function TaxNumber() {
  const { t } = useTranslation('crm');
  const scheme = Form.useWatch<TaxScheme | null | undefined>('taxScheme') ?? undefined;
  const value = Form.useWatch<string | null | undefined>('taxId') ?? '';
  const about = useIdentifier(scheme, value);
  const told = useIdentifierText(useSchemeName());
  useSchemeProposal(scheme, value);
  return (
    <>
      <Field name="taxId" label={t('convert.taxId')} hint={about ? told(about) : t('convert.taxIdHint')}>
        <Input maxLength={40} autoComplete="off" dir="ltr" />
      </Field>
      {value !== '' && (
        <Field name="taxScheme" label={t('registration.scheme')} isRequired>
          <SchemeSelect />
        </Field>
      )}
      {about?.verdict === 'checksum' && (
        <Field name="taxNote" label={t('registration.note')}>
          <Input maxLength={200} />
        </Field>
      )}
    </>
  );
}

/** Fills in the kind of a number that can only be of one kind, when typing pauses. */
function useSchemeProposal(scheme: TaxScheme | undefined, value: string): void {
  const form = Form.useFormInstance();
  const typed = usePause(value.trim());
  const isOpen = scheme === undefined && typed !== '';
  useEffect(() => {
    if (!isOpen) return undefined;
    let isLate = false;
    const propose = async () => {
      const { schemeOf } = await import(
        /* webpackChunkName: "tax-numbers" */ '@daybook/contracts/identifiers/scheme-of'
      );
      const only = schemeOf(typed, []);
      if (!isLate && only !== null) form.setFieldValue('taxScheme', only);
    };
    // Without that code the person chooses.
    void propose().catch(() => undefined);
    return () => {
      isLate = true;
    };
  }, [form, typed, isOpen]);
}
