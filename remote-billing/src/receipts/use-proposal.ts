import Form from 'antd/es/form';
import { useEffect, useRef, useState } from 'react';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { PlainDate } from '@daybook/contracts/fields';
import type { SettlementSource } from '@daybook/contracts/money/settlement';
import { useRead } from '@daybook/shared/read/use-read';
import { today } from '@daybook/shared/today';
import { propose, proposeWithheld, sourceOf, type OpenInvoice } from '../common/proposal.ts';

const noInvoices: readonly OpenInvoice[] = [];

/** The client, entity and currency that were chosen; null until all three are. */
function useChosen() {
  const clientId = Form.useWatch<string | null>('clientId');
  const entityId = Form.useWatch<string | null>('entityId');
  const currency = Form.useWatch<string | null>('currency');
  return clientId && entityId && currency ? { clientId, entityId, currency } : null;
}

/**
 * What was typed by hand and no longer follows the money: beside the fields and not sent, so that a form that is restored still
 * knows it. `allocatedByHand` is whose invoices they were, or `always`.
 */
interface ByHand {
  allocatedByHand?: string | null;
  withheldByHand?: boolean;
}

const always = 'always';

export const withoutByHand = ({
  allocatedByHand: _allocated,
  withheldByHand: _withheld,
  ...values
}: Record<string, unknown>) => values;

/** As they stand on the day of the receipt; while another day is asked for they stay. */
function useOpenInvoices(chosen: ReturnType<typeof useChosen>) {
  const date = Form.useWatch<unknown>('receiptDate');
  // An advance with tax inside settles the payer's own invoices alone.
  const whose = Form.useWatch<unknown>('voucherKind') === 'advance_voucher' ? 'own' : 'group';
  const day = PlainDate.safeParse(date).data;
  const read = useRead(
    receipts.openInvoices,
    chosen && { ...chosen, whose, ...(day !== undefined && { date: day }) },
  );
  const parties = JSON.stringify(chosen);
  const [last, setLast] = useState<{ parties: string; data: readonly OpenInvoice[] } | null>(null);
  if (read.data !== undefined && last?.data !== read.data) setLast({ parties, data: read.data });
  const invoices = read.data ?? (last?.parties === parties ? last.data : noInvoices);
  return { read, invoices };
}

/** Amount and section follow what is expected; an amount typed by hand stays, and so does a section. */
function useExpectedTax(expected: ReturnType<typeof proposeWithheld> | null) {
  const form = Form.useFormInstance();
  const proposed = useRef<string | null>(null);
  const amount = expected?.amount ?? null;
  const section = expected?.section ?? null;
  useEffect(() => {
    if (amount === null || form.getFieldValue('withheldByHand') === true) return;
    if (amount !== (form.getFieldValue('withheld') ?? 0)) form.setFieldValue('withheld', amount || null);
    const named = (form.getFieldValue('withholdingSection') ?? null) as string | null;
    if (named === section || (named !== null && named !== '' && named !== proposed.current)) return;
    form.setFieldValue('withholdingSection', section);
    proposed.current = section;
  }, [form, amount, section]);
}

/**
 * The open invoices of who was chosen and what the money typed settles of them. The allocations and the tax kept back follow the money
 * until they are typed by hand; an emptied `allocatedByHand` lets them follow again. An advance begins as one that nothing is taken of.
 */
export function useProposal(firstId: string | null, isAdvance: boolean) {
  const form = Form.useFormInstance();
  const chosen = useChosen();
  const amount = Form.useWatch<unknown>('amount');
  const withheld = Form.useWatch<unknown>('withheld');
  const bankCharge = Form.useWatch<unknown>('bankCharge');
  const { read, invoices } = useOpenInvoices(chosen);
  const source: SettlementSource = sourceOf(
    { amount, withheld, bankCharge },
    chosen?.entityId ?? '',
    chosen?.currency ?? '',
  );

  const parties = JSON.stringify(chosen);
  Form.useWatch('allocatedByHand', { form, preserve: true });
  // Read from the form itself: what is watched is not there yet when a restored form is first shown.
  const handOf = form.getFieldValue('allocatedByHand') as ByHand['allocatedByHand'];
  const isByHand = handOf === undefined ? isAdvance : handOf === always || handOf === parties;
  const isFollowing = chosen !== null && !isByHand;
  const proposed = JSON.stringify(propose(source, invoices, firstId, today()));
  useEffect(() => {
    if (isFollowing)
      form.setFieldsValue({ allocations: JSON.parse(proposed) as unknown, allocatedByHand: null });
  }, [form, isFollowing, proposed]);
  useExpectedTax(
    read.data !== undefined && isFollowing
      ? proposeWithheld({ amount, bankCharge }, invoices, firstId)
      : null,
  );
  return {
    isChosen: chosen !== null,
    read,
    invoices,
    source,
    firstHand: isAdvance ? always : undefined,
    isByHand,
    typedByHand: () => form.setFieldValue('allocatedByHand', parties),
  };
}
