import type { RequiredStep } from '@daybook/contracts/auth/session';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { RefusalCode } from '@daybook/contracts/refusals';
import { holds } from './current-user.ts';
import type { CurrentUser } from './current-user.ts';

const codeOf: Record<RequiredStep, RefusalCode> = {
  change_password: 'PASSWORD_CHANGE_REQUIRED',
  enrol_totp: 'TOTP_ENROL_REQUIRED',
};

/** Refuses an endpoint that a session may not call before its required step is done (docs/rules.md#required-steps). */
export function refuseDuringRequiredStep({ duringRequiredStep }: Endpoint, caller: CurrentUser | null): void {
  if (caller?.must && !duringRequiredStep) throw new Refusal(codeOf[caller.must]);
}

/** Refuses PERM_DENIED. False only for an endpoint whose record decides, when the caller lacks its permission (docs/rules.md#who-may-call). */
export function mayCall({ allow }: Pick<Endpoint, 'allow'>, caller: CurrentUser | null): boolean {
  if (allow === 'public') return true;
  if (!caller) throw new Refusal('TOKEN_EXPIRED');
  if (allow === 'signedIn') return true;
  if (typeof allow === 'string') return heldOrDenied(holds(caller, allow));
  if ('anyOf' in allow) return heldOrDenied(holds(caller, ...allow.anyOf));
  if ('allOf' in allow) return heldOrDenied(allow.allOf.every((key) => holds(caller, key)));
  if ('userType' in allow) return heldOrDenied(allow.userType.includes(caller.userType));
  return holds(caller, allow.key);
}

function heldOrDenied(held: boolean): true {
  if (!held) throw new Refusal('PERM_DENIED');
  return true;
}

/** For the handler of an endpoint whose record decides: allows holders of the permission and people whom the record names. */
export function requireRecordRule(holdsKey: boolean, named: boolean): void {
  if (!holdsKey && !named) throw new Refusal('PERM_DENIED');
}
