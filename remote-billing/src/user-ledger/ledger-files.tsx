import type { UserBalance } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import type { Endpoint, InputOf } from '@daybook/contracts/endpoint';
import { download } from '@daybook/shared/call';
import { ExportButton } from '@daybook/shared/list/export-button';
import { PdfButton } from '../common/pdf-button.tsx';
import type { LedgerQuery } from './use-ledger-query.ts';

/** Names the ledger of this balance for the days of the address. */
export const ledgerOf = (
  { entity, currency }: Pick<UserBalance, 'entity' | 'currency'>,
  { from }: LedgerQuery,
  asOf: string,
) => ({ entityId: entity.id, currency, asOf, ...(from !== null && { from }) });

interface LedgerFilesProps<Export extends Endpoint, Pdf extends Endpoint> {
  ledger: { exportLines: Export; pdf: Pdf };
  input: InputOf<Pdf> & Omit<InputOf<Export>, 'format'>;
}

/** The lines of a ledger as a table and as a PDF. */
export function LedgerFiles<Export extends Endpoint, Pdf extends Endpoint>({
  ledger,
  input,
}: LedgerFilesProps<Export, Pdf>) {
  return (
    <>
      <ExportButton
        exportAs={async (format, options) => download(ledger.exportLines, { ...input, format }, options)}
      />
      <PdfButton endpoint={ledger.pdf} input={input} />
    </>
  );
}
