import Form from 'antd/es/form';
import { useEffect, useState } from 'react';
import { receipts } from '@daybook/contracts/billing/receipts';
import type { SettlementSource } from '@daybook/contracts/money/settlement';
import { useRead } from '@daybook/shared/ui/use-read';
import { today } from '@daybook/shared/today';
import {
  propose,
  proposeWithheld,
  sourceOf,
  type AllocationValue,
  type OpenInvoice,
} from '../common/proposal.ts';

const noInvoices: readonly OpenInvoice[] = [];

/** The client, entity and currency that were chosen; null until all three are. */
function useChosen() {
  const clientId = Form.useWatch<string | null>('clientId');
  const entityId = Form.useWatch<string | null>('entityId');
  const currency = Form.useWatch<string | null>('currency');
  return clientId && entityId && currency ? { clientId, entityId, currency } : null;
}

/**
 * The open invoices of who was chosen and what the money typed settles of them. The allocations and the tax kept back follow the money
 * until they are typed by hand; `proposeAgain` lets them follow again. An advance begins as one that nothing is taken of.
 */
export function useProposal(firstId: string | null, isAdvance: boolean) {
  const form = Form.useFormInstance();
  const chosen = useChosen();
  const amount = Form.useWatch<unknown>('amount');
  const withheld = Form.useWatch<unknown>('withheld');
  const bankCharge = Form.useWatch<unknown>('bankCharge');
  const read = useRead(receipts.openInvoices, chosen);
  const invoices = read.data ?? noInvoices;
  const source: SettlementSource = sourceOf(
    { amount, withheld, bankCharge },
    chosen?.entityId ?? '',
    chosen?.currency ?? '',
  );

  // A restored form keeps what was typed in it.
  const [handOf, setHandOf] = useState(() =>
    isAdvance || ((form.getFieldValue('allocations') ?? []) as AllocationValue[]).length > 0
      ? 'restored'
      : null,
  );
  const parties = JSON.stringify(chosen);
  const isByHand = handOf === 'restored' || handOf === parties;
  const proposed = JSON.stringify(propose(source, invoices, firstId, today()));
  useEffect(() => {
    if (!isByHand) form.setFieldValue('allocations', JSON.parse(proposed));
  }, [form, isByHand, proposed]);
  const expected =
    read.data === undefined ? null : proposeWithheld({ amount, bankCharge }, invoices, firstId);
  useEffect(() => {
    if (expected === null || isByHand || form.isFieldTouched('withheld')) return;
    if (expected === (form.getFieldValue('withheld') ?? 0)) return;
    // As untouched as it was: `setFieldValue` would count as typed.
    form.setFields([{ name: 'withheld', value: expected || null, touched: false }]);
  }, [form, isByHand, expected]);
  return {
    isChosen: chosen !== null,
    read,
    invoices,
    source,
    isByHand,
    typedByHand: () => setHandOf(parties),
    proposeAgain: () => setHandOf(null),
  };
}
