import Switch from 'antd/es/switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { fieldOf } from '@daybook/shared/form/field';
import { isAdmin } from '@daybook/shared/session';
import { DatedStepDialog } from './dated-step-dialog.tsx';

interface VoidDialogProps {
  endpoint: typeof invoices.void | typeof creditNotes.void;
  document: { id: string; version: number };
  title: string;
  consequence: string;
  done: string;
  onClose: () => void;
}

/**
 * Voids a document. The text explains that the number stays, that the entry is reversed, and what follows from that. Admins may void
 * a document of a period that was exported for a tax return.
 */
export default function VoidDialog({ document, done, ...dialog }: VoidDialogProps) {
  const { t } = useTranslation('billing');
  const { id, version } = document;
  const [Field] = useState(() => fieldOf<Endpoint>(dialog.endpoint));
  return (
    <DatedStepDialog
      {...dialog}
      fixed={{ id }}
      version={version}
      verb={t('void.verb')}
      isDangerous
      dateLabel={t('void.date')}
      done={() => done}
    >
      {isAdmin() && (
        <Field name="despiteExport" label={t('void.despiteExport')} valueProp="checked">
          <Switch />
        </Field>
      )}
    </DatedStepDialog>
  );
}
