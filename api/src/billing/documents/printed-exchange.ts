import { Regime, taxInBaseCurrency } from '@daybook/contracts/settings/billing-entities/regimes';
import type { Exchange } from '../../pdf/exchange.ts';

interface Rated {
  currency: string;
  baseCurrency: string;
  fxRate: string | null;
}

/** The exchange rate printed on the document; null in the base currency, and for a draft that has no rate yet. */
export const exchangeOf = ({ currency, baseCurrency, fxRate }: Rated): Exchange | null =>
  currency === baseCurrency || fxRate === null ? null : { fxRate, baseCurrency };

/** Base amounts are printed where the law requires them. */
export const askedInBase = <Figures>(regime: string, figures: Figures): Figures | null =>
  taxInBaseCurrency.has(Regime.parse(regime)) ? figures : null;
