import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { FormGroup } from '@daybook/shared/form/form-group';
import { AllocationTable } from '../common/allocation-table.tsx';
import type { AllocationValue, OpenInvoice } from '../common/proposal.ts';
import { FarFromDocument } from '../common/rate-field.tsx';
import { useProposal } from './use-proposal.ts';
import styles from './receipts.module.css';

/** The invoices that the money settles. The proposal takes the oldest first, and each row can be changed. */
export function Allocations({ firstId, isAdvance }: { firstId: string | null; isAdvance: boolean }) {
  const { t } = useTranslation('billing');
  const { isChosen, read, invoices, source, firstHand, isByHand, typedByHand } = useProposal(
    firstId,
    isAdvance,
  );
  return (
    <FormGroup title={t('allocation.title')}>
      <div className={styles.wide}>
        {!isChosen && <p className={styles.quiet}>{t('allocation.choose')}</p>}
        {read.error !== null && <ErrorBox error={read.error} onRetry={read.retry} />}
        {read.data !== undefined && (
          <>
            <FarFromInvoices invoices={invoices} />
            <Form.Item name="allocations" noStyle>
              <Followed onTyped={typedByHand} source={source} invoices={invoices} />
            </Form.Item>
          </>
        )}
        <Form.Item name="allocatedByHand" initialValue={firstHand} noStyle>
          <ProposeAgain isOffered={read.data !== undefined && isByHand} />
        </Form.Item>
      </div>
    </FormGroup>
  );
}

/** Warns if the exchange rate is far from that of an invoice that receives an allocation. */
function FarFromInvoices({ invoices }: { invoices: readonly OpenInvoice[] }) {
  const allocations = Form.useWatch<AllocationValue[] | undefined>('allocations') ?? [];
  const paid = new Set(allocations.map(({ invoiceId }) => invoiceId));
  const documents = invoices.flatMap(({ id, number, fxRate }) =>
    fxRate !== undefined && paid.has(id) ? [{ number, fxRate }] : [],
  );
  return <FarFromDocument documents={documents} />;
}

function ProposeAgain({ isOffered, onChange }: { isOffered: boolean; onChange?: (handOf: null) => void }) {
  const { t } = useTranslation('billing');
  if (!isOffered) return null;
  return <Button onClick={() => onChange?.(null)}>{t('allocation.again')}</Button>;
}

interface FollowedProps extends React.ComponentProps<typeof AllocationTable> {
  onTyped: () => void;
}

function Followed({ onTyped, onChange, ...rest }: FollowedProps) {
  return (
    <AllocationTable
      {...rest}
      onChange={(allocations: AllocationValue[]) => {
        onTyped();
        onChange?.(allocations);
      }}
    />
  );
}
