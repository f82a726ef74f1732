import Modal from 'antd/es/modal';
import { useState, type ReactNode } from 'react';
import { followUps, type FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useFreshRead } from '@daybook/shared/read/use-read';

interface WithBasisProps {
  clientId: string;
  title: string;
  onClose: () => void;
  children: (basis: FollowUpBasis) => ReactNode;
}

/**
 * Reads what a form about a client needs, and then shows the form. Until then the focus stays where it is, so that the form
 * can return it there.
 */
export function WithBasis({ clientId, title, onClose, children }: WithBasisProps) {
  const read = useFreshRead(followUps.basis, { id: clientId });
  // A form that is being filled does not change when the data is read again.
  const [begun, setBegun] = useState<FollowUpBasis | null>(null);
  if (begun === null && read.data !== undefined) setBegun(read.data);
  if (begun !== null) return children(begun);
  return read.error === null ? null : <Failed title={title} read={read} onClose={onClose} />;
}

function Failed({
  title,
  read,
  onClose,
}: {
  title: string;
  read: { error: Error | null; retry: () => void };
  onClose: () => void;
}) {
  const focus = useDialogFocus();
  return (
    <Modal open title={title} footer={null} onCancel={onClose} wrapProps={focus}>
      <ErrorBox error={read.error} onRetry={read.retry} />
    </Modal>
  );
}
