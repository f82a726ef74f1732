import Form from 'antd/es/form';
import { useEffect, useRef } from 'react';
import type { InvoiceBasis } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { today } from '@daybook/shared/today';
import { useRead } from '@daybook/shared/read/use-read';
import type { Series } from './form-values.ts';

/** The rules that apply to invoices of this client and entity. A newly chosen client sets currency, language and tax code. */
export function useBasis(givenClientId: string | undefined): InvoiceBasis | undefined {
  const form = Form.useFormInstance<Series>();
  const typedClientId = Form.useWatch<string | null>('clientId', form);
  const clientId = givenClientId ?? typedClientId;
  const entityId = Form.useWatch<string | null>('entityId', form);
  const isChosen = Boolean(clientId && entityId);
  const { data } = useRead(
    invoices.basis,
    isChosen ? { clientId: clientId ?? '', entityId: entityId ?? '', issueDate: today() } : null,
  );
  const filled = useRef<string | null>(null);
  useEffect(() => {
    if (data === undefined || givenClientId !== undefined) return;
    const parties = `${clientId} ${entityId}`;
    const { currency, docLocale, lines = [] } = form.getFieldsValue(true) as Partial<Series>;
    // The first fill keeps what a saved form or a source invoice brought along.
    const isFirst = filled.current === null;
    if (filled.current !== parties)
      form.setFieldsValue({
        currency: (isFirst && currency) || data.currency,
        docLocale: (isFirst && docLocale) || data.docLocale,
        lines: lines.map((line) => ({
          ...line,
          taxCodeId: (isFirst && line.taxCodeId) || (data.usualTaxCodeId ?? ''),
        })),
      });
    filled.current = parties;
  }, [form, data, clientId, entityId, givenClientId]);
  return data;
}
