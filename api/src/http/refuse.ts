import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { languages } from '@daybook/contracts/fields';
import type { Language } from '@daybook/contracts/fields';
import { Refusal, statusOf } from '@daybook/contracts/refusals';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';
import { refusedByDatabase } from '../db/refused-by-database.ts';
import { securityEventOf } from './request-log.ts';

/** Refusals of Fastify itself, before a handler runs. */
const ofFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE_UNSUPPORTED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BODY_MALFORMED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BODY_MALFORMED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BODY_MALFORMED',
  // That address has no record.
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_UNDER_PRESSURE: 'UNAVAILABLE',
};

export function asRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  const known = ofFastify[(error as FastifyError).code];
  if (known) return new Refusal(known);
  const { statusCode } = error as FastifyError;
  // A folder of the site, and a missing file.
  if (statusCode === 403 || statusCode === 404) return new Refusal('NOT_FOUND');
  if (statusCode === 400) return new Refusal('BODY_MALFORMED');
  return refusedByDatabase(error) ?? new Refusal('INTERNAL');
}

/** The conflicting record, as an endpoint shows it, so that a refusal leaks no column either. */
function shownOf(current: unknown, { routeOptions }: FastifyRequest): unknown {
  for (const schema of routeOptions.config.shows ?? []) {
    const checked = schema.safeParse(current);
    if (checked.success) return checked.data;
  }
  return undefined;
}

/** At most so many fields are listed, and so much of the name of an unknown one. */
const mostFields = 20;
const mostOfName = 100;

/** The first wrong fields, and how many more there are: a body may have thousands. */
function toldOf(fields: FieldRefusals): { errors: FieldRefusals; more: { moreFields?: number } } {
  const names = Object.keys(fields);
  const told = names
    .slice(0, mostFields)
    .map((name) => [name.slice(0, mostOfName), fields[name] ?? []] as const);
  const moreFields = names.length - told.length;
  return { errors: Object.fromEntries(told), more: moreFields > 0 ? { moreFields } : {} };
}

/** The envelope of a refusal: a message for the person, code and fields for the program, and the request's id in the log. */
export function refuse(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  const status = statusOf(refusal.code);
  if (status >= 500)
    request.log.error({ err: error, code: refusal.code, params: refusal.params }, 'request failed');
  request.securityEvent ??= securityEventOf(refusal.code);
  const { current, ...figures } = refusal.params;
  const { errors, more } = toldOf(refusal.fields);
  const params: Record<string, unknown> = { ...figures, ...more };
  const shown = status < 500;
  const data = shown && current !== undefined ? shownOf(current, request) : undefined;
  if (refusal.code === 'UNAVAILABLE') void reply.header('Retry-After', '2');
  // The remainder of the body is not awaited.
  if (refusal.code === 'REQUEST_TOO_SLOW') void reply.header('Connection', 'close');
  if (refusal.code === 'EXPORT_WAITS') void reply.header('Retry-After', '1');
  if (refusal.code === 'RATE_LIMITED')
    void reply.header('Retry-After', typeof params.seconds === 'number' ? params.seconds : 60);
  void reply.code(status).send({
    status: false,
    message: refusalMessage(request.language ?? 'en', refusal.code, params),
    code: refusal.code,
    errors,
    ...(shown && Object.keys(params).length > 0 ? { params } : {}),
    ...(data === undefined ? {} : { data }),
    traceId: request.id,
  });
}

/** No browser lists more languages. */
const mostPreferred = 20;

/** The first language of Accept-Language that Daybook speaks; a list such as `fr-CA,fr;q=0.9` is in order of preference. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',', mostPreferred)
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';');
      const q = Number(options.find((option) => option.trim().startsWith('q='))?.split('=')[1] ?? 1);
      return { language: tag.slice(0, 2).toLowerCase(), q };
    })
    .toSorted((a, b) => b.q - a.q);
  const known = wanted.find(({ language }) => (languages as readonly string[]).includes(language));
  return (known?.language as Language | undefined) ?? 'en';
}
