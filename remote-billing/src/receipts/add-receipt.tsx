import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { InputOf } from '@daybook/contracts/endpoint';
import { NOTHING, least, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { call } from '@daybook/shared/call';
import { dateText } from '@daybook/shared/record/date-text';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { postdatedAddress, receiptAddress, receiptsAddress } from '../common/addresses.ts';
import { BegunForm } from '../common/begun-form.tsx';
import { lookUp, moreText } from '../common/look-up.ts';
import { proposeWithheld } from '../common/proposal.ts';
import { useBackTo } from '../common/step-aside.ts';
import { today } from '@daybook/shared/today';
import { receiptSent } from './advance-of.ts';
import { LaterCheque, laterDayOf } from './later-cheque.tsx';
import { ReceiptFields } from './receipt-fields.tsx';

type Begun = Partial<InputOf<typeof receipts.create>>;

const empty = (): Begun => ({ receiptDate: today(), mode: 'bank', voucherKind: 'receipt' });

async function ofClient(clientId: string): Promise<Begun> {
  const client = await lookUp('client', clientId);
  const entityId = moreText(client, 'defaultEntityId');
  const currency = moreText(client, 'currency');
  return {
    ...empty(),
    clientId,
    ...(entityId !== null && { entityId }),
    ...(currency !== null && { currency }),
  };
}

/** The outstanding amount, less the tax that the client is expected to withhold. */
async function ofInvoice(id: string): Promise<Begun> {
  const invoice = await call(invoices.open, { id });
  const { client, entity, currency, outstanding } = invoice;
  const withheld = await withheldOf(invoice);
  return {
    ...empty(),
    clientId: client.id,
    entityId: entity.id,
    currency,
    amount: subtract(outstanding, withheld),
    ...(withheld > 0 && { withheld }),
  };
}

/** By the invoice's withholding code as of today. Without a code, the amount expected at issue, if nothing has been paid yet. */
async function withheldOf(invoice: Invoice): Promise<Minor> {
  const { id, client, entity, currency, outstanding, withheldExpected, paid, withholdingCode } = invoice;
  if (withholdingCode === null) return paid === 0 ? least(withheldExpected, outstanding) : NOTHING;
  const parties = { clientId: client.id, entityId: entity.id, currency };
  const open = await call(receipts.openInvoices, { ...parties, date: today() });
  const itself = open.filter((one) => one.id === id);
  return proposeWithheld({ amount: outstanding }, itself, id).amount;
}

/** A payment for a proforma is the client's advance, because nothing is owed yet. */
async function ofProforma(id: string): Promise<Begun> {
  const { client, entity, currency, payable, number } = await call(proformas.open, { id });
  return {
    ...empty(),
    clientId: client.id,
    entityId: entity.id,
    currency,
    amount: payable,
    narration: number,
  };
}

const beginnings = { invoiceId: ofInvoice, proformaId: ofProforma, clientId: ofClient };
const names = ['invoiceId', 'proformaId', 'clientId'] as const;

/** `?invoiceId=` starts with the outstanding amount of an invoice, `?proformaId=` with the amount of a proforma, `?clientId=` with a client. */
async function begin(params: URLSearchParams): Promise<Begun> {
  const name = names.find((one) => params.has(one));
  return name === undefined ? empty() : beginnings[name](params.get(name) ?? '');
}

/** The request of the form. The receipt of a post-dated cheque gets the day of the cheque. */
function sentOf(typed: Record<string, unknown>): Record<string, unknown> {
  const sent = receiptSent(typed);
  const receiptDate = laterDayOf(typed);
  return receiptDate === null ? sent : { ...sent, receiptDate };
}

export default function AddReceipt() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const [isLater, setLater] = useState(false);
  const backTo = useBackTo(receiptsAddress);
  return (
    <BegunForm empty={empty} begin={begin}>
      {(begun, params) => (
        <FormScreen
          title={t('receipt.new')}
          endpoint={isLater ? postdatedCheques.create : receipts.create}
          initial={begun}
          sent={sentOf}
          verb={t(isLater ? 'postdated.keep' : 'receipt.post')}
          backTo={backTo}
          {...(names.some((name) => params.has(name)) && { begin: 'amount' })}
          done={(saved) =>
            'number' in saved
              ? t('receipt.posted', { number: saved.number })
              : t('postdated.kept', { date: dateText(saved.dueOn) })
          }
          onSaved={(saved) =>
            void navigate('number' in saved ? receiptAddress(saved.id) : postdatedAddress, { replace: true })
          }
        >
          <LaterCheque onChange={setLater} />
          <ReceiptFields
            firstId={params.get('invoiceId')}
            isAdvance={!params.has('invoiceId') && params.has('proformaId')}
          />
        </FormScreen>
      )}
    </BegunForm>
  );
}
