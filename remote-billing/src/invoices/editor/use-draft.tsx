import Form from 'antd/es/form';
import {
  createContext,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { InvoiceBasis } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { useRead } from '@daybook/shared/read/use-read';
import type { DraftValues } from './draft-values.ts';
import { liveTotals, type LiveTotals } from './live-totals.ts';

interface Draft {
  /** Undefined until entity, client and date are chosen. */
  basis: InvoiceBasis | undefined;
  /** They are chosen, and the basis is on its way. */
  isComing: boolean;
  currency: string;
}

const DraftContext = createContext<Draft>({ basis: undefined, isComing: false, currency: '' });
// Apart, because it changes with each key, and few parts of the form show it.
const LiveContext = createContext<LiveTotals | null | undefined>(undefined);

/** The rules and tax codes that apply to the draft. */
export const useDraft = (): Draft => useContext(DraftContext);

/** The totals of the draft; null if there is nothing to add up yet, undefined until its fields are there. */
export const useLiveTotals = (): LiveTotals | null | undefined => useContext(LiveContext);

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

function useBasis(): Pick<Draft, 'basis' | 'isComing'> {
  const entityId = Form.useWatch<string | null>('entityId');
  const clientId = Form.useWatch<string | null>('clientId');
  const issueDate = Form.useWatch<unknown>('issueDate');
  const placeOfSupply = Form.useWatch<string | null>('placeOfSupply') ?? null;
  const isChosen = Boolean(entityId && clientId) && isDate(issueDate);
  const read = useRead(
    invoices.basis,
    isChosen
      ? {
          entityId: entityId ?? '',
          clientId: clientId ?? '',
          issueDate,
          ...(placeOfSupply !== null && { placeOfSupply }),
        }
      : null,
  );
  // The figures stay while another date loads. For another client they would be wrong.
  const parties = `${entityId} ${clientId}`;
  const [last, setLast] = useState<{ parties: string; basis: InvoiceBasis } | null>(null);
  if (read.data !== undefined && last?.basis !== read.data) setLast({ parties, basis: read.data });
  const basis = read.data ?? (last?.parties === parties ? last.basis : undefined);
  useFilledIn(parties, read.data);
  if (!isChosen) return { basis: undefined, isComing: false };
  return { basis, isComing: basis === undefined && read.error === null };
}

type Filled = Pick<InvoiceBasis, 'dueDate' | 'usualTaxCodeId'> & { parties: string };

/** Replaces the usual tax code of the previous client, which may be wrong for the new one. */
const withUsualTax = (
  lines: DraftValues['lines'] | undefined,
  before: string | null | undefined,
  usual: string | null,
): DraftValues['lines'] =>
  (lines ?? []).map((line) =>
    !line.taxCodeId || line.taxCodeId === before ? { ...line, taxCodeId: usual ?? '' } : line,
  );

/** Fills in the defaults of a client and entity, once for each choice, so that later typing stays. */
function useFilledIn(parties: string, basis: InvoiceBasis | undefined): void {
  const form = Form.useFormInstance<DraftValues>();
  const filled = useRef<Filled | null>(null);
  useEffect(() => {
    if (basis === undefined) return;
    const { dueDate, currency, listsHours, lines } = form.getFieldsValue(true) as Partial<DraftValues>;
    const before = filled.current;
    // A saved or restored draft has its own terms and dates.
    const isOwn = before === null && Boolean(dueDate);
    const isSame = before?.parties === parties;
    if (!isOwn && !isSame) {
      form.setFieldsValue({
        // Pending items have a currency of their own.
        currency: (before === null && currency) || basis.currency,
        docLocale: basis.docLocale,
        dueDate: basis.dueDate,
        withholdingCodeId: basis.withholdingCodeId,
        withholdingRate: basis.withholdingRate,
        terms: basis.terms,
        // The content of a proforma says so itself.
        listsHours: before === null ? (listsHours ?? basis.listsHours) : basis.listsHours,
        lines: withUsualTax(lines, before?.usualTaxCodeId, basis.usualTaxCodeId),
      });
    } else if (!isOwn && before !== null && dueDate === before.dueDate) {
      form.setFieldsValue({ dueDate: basis.dueDate });
    }
    filled.current = { parties, dueDate: basis.dueDate, usualTaxCodeId: basis.usualTaxCodeId };
  }, [form, parties, basis]);
}

export function DraftProvider({ children }: { children: ReactNode }) {
  const form = Form.useFormInstance<DraftValues>();
  const currency = Form.useWatch<string | undefined>('currency', { form, preserve: true }) ?? '';
  const { basis, isComing } = useBasis();
  const draft = useMemo(() => ({ basis, isComing, currency }), [basis, isComing, currency]);
  return (
    <DraftContext value={draft}>
      <LiveProvider basis={basis}>{children}</LiveProvider>
    </DraftContext>
  );
}

function LiveProvider({ basis, children }: Pick<Draft, 'basis'> & { children: ReactNode }) {
  const form = Form.useFormInstance<DraftValues>();
  const typed = Form.useWatch([], { form, preserve: true }) as Partial<DraftValues> | undefined;
  // The next key does not wait for the totals.
  const settled = useDeferredValue(typed);
  const live = useMemo(() => settled && liveTotals(basis, settled), [basis, settled]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
