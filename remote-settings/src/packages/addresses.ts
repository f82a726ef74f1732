import { addPath, listPath, recordPath } from '@daybook/contracts/entities';

export const packagesAddress = listPath('package');
export const addPackageAddress = addPath('package');
/** The form that applies the package to clients. */
export const applyPackageAddress = (packageId: string): string =>
  `${addPath('subscription')}?${new URLSearchParams({ packageId })}`;
/** The form that raises the prices of the package's subscriptions. */
export const raisePackageAddress = (packageId: string): string =>
  `${listPath('price_rise')}?${new URLSearchParams({ raise: packageId })}`;
export const editPackageAddress = (id: string): string => recordPath('package', id);
