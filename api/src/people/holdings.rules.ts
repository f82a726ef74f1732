import { crmTypes, executiveTypes, managerTypes } from '@daybook/contracts/crm/clients/client-people';
import type { holdingKinds } from '@daybook/contracts/people/staff';
import { staffTypes } from '@daybook/contracts/permissions';
import type { UserType } from '@daybook/contracts/permissions';
import { refuseField } from '@daybook/contracts/refusals';

export type HoldingKind = (typeof holdingKinds)[number];

const holders: Record<HoldingKind, readonly UserType[]> = {
  clientsAsCrm: crmTypes,
  clientsAsManager: managerTypes,
  clientsAsExecutive: executiveTypes,
  clientsToFollowUp: staffTypes,
  openEnquiries: staffTypes,
  openTasksAssigned: staffTypes,
  openTasksToReview: staffTypes,
  teamMembers: staffTypes,
};

/** Refuses REFERENCE_UNKNOWN on `toId` for a person who does not exist, has left, or is of a type that may not hold one of the kinds. */
export function checkReceiver(
  receiver: { status: string; userType: string } | undefined,
  kinds: readonly HoldingKind[],
): void {
  const may = (kind: HoldingKind) => holders[kind].some((type) => type === receiver?.userType);
  if (receiver?.status !== 'active' || !kinds.every(may)) throw refuseField('REFERENCE_UNKNOWN', 'toId');
}
