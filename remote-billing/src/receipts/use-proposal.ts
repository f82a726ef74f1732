import Form from 'antd/es/form';
import { useEffect, useRef, useState } from 'react';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { PlainDate } from '@daybook/contracts/fields';
import type { SettlementSource } from '@daybook/contracts/money/settlement';
import { useRead } from '@daybook/shared/read/use-read';
import { today } from '@daybook/shared/today';
import { propose, proposeWithheld, sourceOf, type OpenInvoice } from '../common/proposal.ts';

const noInvoices: readonly OpenInvoice[] = [];

/** The chosen client, entity and currency; null until all three are chosen. */
function useChosen() {
  const clientId = Form.useWatch<string | null>('clientId');
  const entityId = Form.useWatch<string | null>('entityId');
  const currency = Form.useWatch<string | null>('currency');
  return clientId && entityId && currency ? { clientId, entityId, currency } : null;
}

/**
 * Remembers which values were typed and no longer follow the payment. They are stored in the form, so that a restored form knows
 * them, but are not sent. `allocatedByHand` identifies the parties whose invoices were allocated, or is `always`.
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

/** The open invoices on the day of the receipt. They stay while another day loads. */
function useOpenInvoices(chosen: ReturnType<typeof useChosen>) {
  const date = Form.useWatch<unknown>('receiptDate');
  // A taxed advance may settle only the payer's own invoices, not those of the group.
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

/** The withheld amount and its section follow the expected tax until somebody types them. */
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
 * The open invoices of the chosen client, and the proposed allocations. The allocations and the withheld tax follow the typed
 * payment until somebody types them; emptying `allocatedByHand` makes them follow again. An advance starts without allocations.
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
  // Read from the form itself, because the watched value is not there yet at the first render of a restored form.
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
