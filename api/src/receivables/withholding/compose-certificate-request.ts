import { exportTexts } from '@daybook/contracts/export-texts';
import { sum } from '@daybook/contracts/money/money';
import type { CertificateRequest } from '@daybook/contracts/receivables/withholding/certificate-requests';
import { filled, textsOf } from '@daybook/contracts/server-texts';
import type { issuerOf } from '../../billing/documents/issuer.ts';
import { certificateLetter } from '../../mail/letters.ts';
import { documentFormats } from '../../pdf/document-formats.ts';
import type { MailPart } from '../mails/mail-parts.ts';
import type { Deductor } from './certificate-requests.queries.ts';

const documents = textsOf('documents');

/** A request in words, in the client's language. */
interface Composed {
  subject: string;
  parts: MailPart[];
}

export interface Draft {
  deductor: Deductor;
  /** What is asked for: a certificate comes after the end of its quarter. */
  entries: Deductor['entries'];
  totals: CertificateRequest['totals'];
  why: CertificateRequest['why'];
  composed: Composed | null;
}

function whyNot({ entries, to }: Deductor): CertificateRequest['why'] {
  if (entries.length === 0) return 'NOTHING_AWAITED';
  if (!entries.some(({ hasEnded }) => hasEnded)) return 'QUARTER_RUNS';
  return to.length === 0 ? 'NO_MAIL_ADDRESS' : null;
}

const totalsOf = (entries: Deductor['entries']): CertificateRequest['totals'] =>
  [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, those]) => ({
    currency,
    amount: sum(those.map(({ open }) => open)),
  }));

type Issuer = Awaited<ReturnType<typeof issuerOf>>;

function composed({ deductor, entries, totals }: Omit<Draft, 'why' | 'composed'>, issuer: Issuer): Composed {
  const { language, client } = deductor;
  const { headers } = exportTexts[language];
  const words = documents[language];
  const formatsOf = (currency: string) => documentFormats(language, issuer.country, currency);
  const { subject, body } = certificateLetter(language, issuer.regime, {
    client: client.label,
    entity: issuer.name,
  });
  const paragraphs = body.split('\n\n').map((paragraph) => ({ paragraph }));
  const table: MailPart = {
    heading: headers.withheld,
    columns: [
      { label: headers.quarter, align: 'start' },
      { label: headers.deductedOn, align: 'start' },
      { label: words.document, align: 'start' },
      { label: headers.section, align: 'start' },
      { label: headers.withheld, align: 'end' },
      { label: headers.awaited, align: 'end' },
    ],
    rows: entries.map(({ fy, quarter, deductedOn, source, invoices, section, currency, amount, open }) => {
      const formats = formatsOf(currency);
      return [
        filled(words.quarterOf, (name) => (name === 'fy' ? fy : String(quarter))),
        formats.shortDate(deductedOn),
        invoices.length > 0 ? invoices.join(', ') : source.label,
        section ?? '',
        formats.money(amount),
        formats.money(open),
      ];
    }),
  };
  const facts: MailPart = {
    facts: totals.map(
      ({ currency, amount }) => [headers.awaited, formatsOf(currency).money(amount)] as const,
    ),
  };
  return { subject, parts: [...paragraphs.slice(0, -1), table, facts, ...paragraphs.slice(-1)] };
}

/** What a client would be asked for. */
export function draftOf(deductor: Deductor, issuer: Issuer): Draft {
  const entries = deductor.entries.filter(({ hasEnded }) => hasEnded);
  const draft = { deductor, entries, totals: totalsOf(entries) };
  const why = whyNot(deductor);
  return { ...draft, why, composed: why === null ? composed(draft, issuer) : null };
}
