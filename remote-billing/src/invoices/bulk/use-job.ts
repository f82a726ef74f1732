import { invoiceJobs, type InvoiceJob } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { useSave } from '@daybook/shared/form/use-save';

interface Chosen {
  id: string;
  version: number;
}

/** Starts a job for many invoices on the server. It continues whether or not anybody watches. */
export function useStartJob() {
  const issue = useSave(invoiceJobs.issue);
  const send = useSave(invoiceJobs.send);
  const pdf = useSave(invoiceJobs.pdf);
  return {
    isStarting: issue.isSaving || send.isSaving || pdf.isSaving,
    /** Returns the id of the job; throws the refusal. */
    start: async (kind: InvoiceJob['kind'], chosen: readonly Chosen[]): Promise<string> => {
      const ids = chosen.map(({ id }) => id);
      const { id } =
        kind === 'issue'
          ? await issue.save({ invoices: chosen.map((one) => ({ id: one.id, version: one.version })) })
          : await { send, pdf }[kind].save({ ids });
      return id;
    },
  };
}

export const goesOn = ({ status }: Pick<InvoiceJob, 'status'>): boolean =>
  status === 'waiting' || status === 'running';
