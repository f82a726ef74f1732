import type { FastifyInstance } from 'fastify';
import type { RefusalCode } from '@daybook/contracts/refusals';
import { staffKinds } from '@daybook/contracts/people/staff';
import { securityLog } from './security-log.ts';

const refusedEvents = {
  AUTH_INVALID: 'sign_in_refused',
  AUTH_OTP_REQUIRED: 'second_factor_asked',
  LINK_INVALID: 'link_refused',
  TOKEN_EXPIRED: 'session_refused',
  SETUP_TOKEN_INVALID: 'set_up_refused',
  ALREADY_SET_UP: 'set_up_refused',
  NETWORK_NOT_ALLOWED: 'network_refused',
  PERM_DENIED: 'permission_refused',
  SCOPE_TOO_WIDE: 'permission_refused',
  GRANT_NOT_HELD: 'permission_refused',
  OWN_ACCOUNT: 'permission_refused',
  APPROVER_IS_AUTHOR: 'permission_refused',
  RATE_LIMITED: 'rate_limited',
  BODY_MALFORMED: 'request_malformed',
  BODY_TOO_LARGE: 'request_too_large',
  REQUEST_TOO_SLOW: 'request_too_slow',
  MEDIA_TYPE_UNSUPPORTED: 'request_malformed',
  INPUT_INVALID: 'input_refused',
  IDEMPOTENCY_MISMATCH: 'replay_refused',
  LAST_SUPER_ADMIN: 'last_super_admin_kept',
  INTERNAL: 'failed',
  REPLY_INVALID: 'failed',
  UNAVAILABLE: 'unavailable',
} as const satisfies Partial<Record<RefusalCode, string>>;

export type SecurityEvent =
  | 'signed_in'
  | 'signed_out'
  | 'set_up'
  | 'password_changed'
  | 'two_factors_changed'
  | 'sessions_ended'
  | 'person_deactivated'
  | 'person_reactivated'
  | 'link_issued'
  | 'link_used'
  | 'permissions_changed'
  | 'security_changed'
  | (typeof refusedEvents)[keyof typeof refusedEvents];

export const securityEventOf = (code: RefusalCode): SecurityEvent | null =>
  code in refusedEvents ? refusedEvents[code as keyof typeof refusedEvents] : null;

/** Commands whose success is a security event. */
const ofCommands: Readonly<Record<string, SecurityEvent>> = {
  'account.endSession': 'sessions_ended',
  'account.endOthers': 'sessions_ended',
  'account.acceptLink': 'link_used',
  'grants.put': 'permissions_changed',
  'security.save': 'security_changed',
  ...Object.fromEntries(
    Object.keys(staffKinds).flatMap((kind): [string, SecurityEvent][] => [
      [`${kind}.endSessions`, 'sessions_ended'],
      [`${kind}.deactivate`, 'person_deactivated'],
      [`${kind}.remove`, 'person_deactivated'],
      [`${kind}.reactivate`, 'person_reactivated'],
      [`${kind}.create`, 'link_issued'],
      [`${kind}.reset`, 'link_issued'],
    ]),
  ),
};

/** What says more of the request or of the server than of security; logged as other requests are. */
const ordinary: ReadonlySet<SecurityEvent> = new Set([
  'request_malformed',
  'request_too_large',
  'request_too_slow',
  'input_refused',
  'failed',
  'unavailable',
]);

const minuteMs = 60_000;
/** Anyone can cause these, as often as they like. */
const mostAMinute = 300;

/** Says whether one more line of an event may be written in this minute. */
function bounded(): (event: SecurityEvent) => boolean {
  let minute = 0;
  const counted = new Map<SecurityEvent, number>();
  return (event) => {
    const now = Math.floor(performance.now() / minuteMs);
    if (now !== minute) counted.clear();
    minute = now;
    counted.set(event, (counted.get(event) ?? 0) + 1);
    return (counted.get(event) ?? 0) <= mostAMinute;
  };
}

/**
 * One line for each request: its route pattern (an address would contain ids), the person's id, and the outcome.
 * Security events are written at every level of the log.
 */
export function requestLog(app: FastifyInstance): void {
  const security = securityLog(app.log);
  const mayWrite = bounded();
  app.addHook('onResponse', async (request, reply) => {
    const { method, caller } = request;
    const { action = '' } = request.routeOptions.config;
    const securityEvent = request.securityEvent ?? (reply.statusCode < 400 ? ofCommands[action] : null);
    const line = {
      reqId: request.id,
      method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(caller ? { userId: caller.id } : {}),
      ...(securityEvent ? { event: securityEvent } : {}),
    };
    if (!securityEvent || ordinary.has(securityEvent)) app.log.info(line, 'request');
    else if (mayWrite(securityEvent)) security.info(line, 'request');
  });
}
