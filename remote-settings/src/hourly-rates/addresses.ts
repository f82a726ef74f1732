import { addPath, listPath, recordPath } from '@daybook/contracts/entities';

export const chargeRatesAddress = listPath('charge_rate');
export const addChargeRateAddress = addPath('charge_rate');
export const editChargeRateAddress = (id: string): string => recordPath('charge_rate', id);
export const costRatesAddress = listPath('cost_rate');
export const addCostRateAddress = addPath('cost_rate');
export const editCostRateAddress = (id: string): string => recordPath('cost_rate', id);
