import type { Reference } from '@daybook/contracts/fields';

interface Joined {
  departmentId: string | null;
  departmentName: string | null;
  serviceId: string | null;
  serviceName: string | null;
}

const named = (id: string | null, label: string | null): Reference | null =>
  id === null ? null : { id, label: label ?? '' };

/** A category of either kind, in the form of its contract. */
export const shownCategory = <Row extends Joined>({
  departmentId,
  departmentName,
  serviceId,
  serviceName,
  ...row
}: Row) => ({
  ...row,
  department: named(departmentId, departmentName),
  service: named(serviceId, serviceName),
});
