import { addPath, listPath, recordPath } from '@daybook/contracts/entities';

export const packagesAddress = listPath('package');
export const addPackageAddress = addPath('package');
export const editPackageAddress = (id: string): string => recordPath('package', id);
