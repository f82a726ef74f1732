import { z } from 'zod';
import { PlainDate } from '../../fields.ts';
import type { Regime } from './regimes.ts';

/** When the tax of a document falls due: by its invoice, or share by share as it is paid. */
export const TaxDue = z.enum(['invoice', 'payment']);
export type TaxDue = z.infer<typeof TaxDue>;

/** What applies to the documents of a day and later ones. */
export const TaxDueChange = z.object({ from: PlainDate, due: TaxDue });
export type TaxDueChange = z.infer<typeof TaxDueChange>;

export interface TaxDueSetting {
  /** What applied before the first change. */
  taxDue: TaxDue;
  /** In the order of their days. */
  taxDueChanges: readonly TaxDueChange[];
}

/** When the tax of a document of a day falls due; a document keeps what applied on its day. Null: before all changes. */
export const taxDueOn = ({ taxDue, taxDueChanges }: TaxDueSetting, day: string | null): TaxDue =>
  taxDueChanges.findLast(({ from }) => day !== null && from <= day)?.due ?? taxDue;

/** The first day for which two settings differ; null: before all changes. Undefined if they never do. */
export function firstChangedDay(one: TaxDueSetting, other: TaxDueSetting): string | null | undefined {
  const days = [...one.taxDueChanges, ...other.taxDueChanges].map(({ from }) => from).toSorted();
  return [null, ...days].find((day) => taxDueOn(one, day) !== taxDueOn(other, day));
}

/**
 * Countries whose law makes the tax on a professional firm's services due with their payment unless the firm opts otherwise: CGI
 * art. 269, 2, c; UStG 1994 § 17 Abs. 1. Elsewhere it is due with the invoice, and payment is an option. [K]
 */
const byPayment: ReadonlySet<string> = new Set(['AT', 'FR']);

/** What a form proposes for a country. */
export const taxDueOfCountry = (country: string): TaxDue => (byPayment.has(country) ? 'payment' : 'invoice');

/** The regimes in which a firm may owe the tax on its services when they are paid: CGST Act s. 13 and the laws of China and Japan do not. [K] */
export const taxByPayment: ReadonlySet<Regime> = new Set(['EU', 'GB', 'US', 'NONE']);

interface TaxDueMention {
  country: string;
  due: TaxDue;
  /** The first day of the rule; absent if it is older than all documents. */
  from?: string;
  text: string;
}

/**
 * What an invoice with tax has to say about when its tax falls due, in the words of the law of its country: directive 2006/112/EC
 * art. 226 (7a). In France, where payment is the rule for services, the option for the invoice is what has to be said. [K]
 */
const mentions: readonly TaxDueMention[] = [
  // § 14 Abs. 4 UStG as amended by the Jahressteuergesetz 2024.
  { country: 'DE', due: 'payment', from: '2028-01-01', text: 'Versteuerung nach vereinnahmten Entgelten' },
  // Ley 37/1992, art. 163 undecies; Real Decreto 1624/1992, art. 61 undecies.
  { country: 'ES', due: 'payment', text: 'Régimen especial del criterio de caja' },
  // CGI, annexe III, art. 77; annexe II, art. 242 nonies A.
  { country: 'FR', due: 'invoice', text: 'Option pour le paiement de la taxe d’après les débits' },
  // D.L. 83/2012, art. 32-bis.
  { country: 'IT', due: 'payment', text: 'IVA per cassa ai sensi dell’art. 32-bis del D.L. 83/2012' },
  // Ustawa o VAT, art. 106e ust. 1 pkt 16.
  { country: 'PL', due: 'payment', text: 'Metoda kasowa' },
  // Decreto-Lei 71/2013.
  { country: 'PT', due: 'payment', text: 'IVA – regime de caixa' },
];

/** The mention for an invoice of a country and day; null if the law asks for none. */
export const taxDueMention = (country: string, due: TaxDue, day: string): string | null =>
  mentions.find((one) => one.country === country && one.due === due && (one.from ?? '') <= day)?.text ?? null;
