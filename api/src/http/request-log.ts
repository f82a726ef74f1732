import type { FastifyInstance } from 'fastify';
import type { RefusalCode } from '@daybook/contracts/refusals';

const refusedEvents = {
  AUTH_INVALID: 'sign_in_refused',
  AUTH_OTP_REQUIRED: 'second_factor_asked',
  LINK_INVALID: 'link_refused',
  TOKEN_EXPIRED: 'session_refused',
  SETUP_TOKEN_INVALID: 'set_up_refused',
  ALREADY_SET_UP: 'set_up_refused',
  PERM_DENIED: 'permission_refused',
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
  | (typeof refusedEvents)[keyof typeof refusedEvents];

export const securityEventOf = (code: RefusalCode): SecurityEvent | null =>
  code in refusedEvents ? refusedEvents[code as keyof typeof refusedEvents] : null;

/** One line for each request: its route pattern (an address would contain ids), the person's id, and the outcome. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, caller, securityEvent } = request;
    const line = {
      reqId: request.id,
      method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(caller ? { userId: caller.id } : {}),
      ...(securityEvent ? { event: securityEvent } : {}),
    };
    app.log.info(line, 'request');
  });
}
