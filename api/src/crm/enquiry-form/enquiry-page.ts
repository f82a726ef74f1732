import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { enquiryFormPath, enquiryPost } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import { LanguageCode } from '@daybook/contracts/fields';
import type { Language } from '@daybook/contracts/fields';
import type { Refusal } from '@daybook/contracts/refusals';
import { statusOf } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { asRefusal } from '../../http/refuse.ts';
import { boundRequests } from '../../http/requests-in-hand.ts';
import { consentIn, getFormLogo, getShownForm } from './enquiry-form.queries.ts';
import type { ShownForm } from './enquiry-form.queries.ts';
import { takeEnquiryTry } from './form-limits.ts';
import { lanes } from './lanes.ts';
import { failedPage, formPage, offPage, pagePolicy, sentAddress, sentPage } from './page-html.ts';
import type { FormPage, Typed } from './page-html.ts';
import { checkTimeProof, laterProof, timeProof } from './page-time.ts';
import { receiveEnquiry } from './receive-enquiry.ts';

/** How many visitors a server serves at once; a visitor needs the database for some milliseconds. */
const mostAtOnce = 3;

/** The longest message has 4,000 characters; one of them takes up to nine bytes in what a browser sends. */
const mostBytes = 65_536;

/**
 * The public enquiry form (docs/rules.md#the-enquiry-form), made by the server without any script
 * (docs/decisions/028-the-enquiry-form-is-made-by-the-server.md). It sets no cookie and knows no session.
 */
export async function enquiryPage(app: FastifyInstance): Promise<void> {
  boundRequests(app);
  const inLane = lanes(mostAtOnce);
  const known = new KnownForm(app.db);
  const shownForm = () => inLane(() => known.read());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    },
  );
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendPage(reply.code(statusOfFailure(request, error)), failedPage(languageOf(request)), []),
  );
  app.get(enquiryFormPath, async (request, reply) => {
    const [form, language] = [await shownForm(), languageOf(request)];
    if (form === null) return sendOff(reply, language);
    return sendPage(reply, formPage({ language, form, proof: timeProof(app.secretBox) }), form.origins);
  });
  app.get(`${enquiryFormPath}/sent`, async (request, reply) => {
    const [form, language] = [await shownForm(), languageOf(request)];
    if (form === null) return sendOff(reply, language);
    return sendPage(reply, sentPage(language, form), form.origins);
  });
  app.get(`${enquiryFormPath}/logo`, async (_request, reply) => {
    const { bytes, type } = await inLane(() => getFormLogo(app.db));
    return reply.header('Cache-Control', 'public, max-age=300').type(type).send(bytes);
  });
  app.post(enquiryFormPath, { bodyLimit: mostBytes }, async (request, reply) => {
    // The lane is free again before the answer is sent, because a visitor may read it slowly.
    const answer = await inLane(() => take(app, request, known));
    return answer(reply);
  });
}

/** The status of the answer; what is the server's fault is logged. */
function statusOfFailure(request: FastifyRequest, error: unknown): number {
  const { code } = asRefusal(error as FastifyError);
  const status = statusOf(code);
  if (status >= 500) request.log.error({ err: error, code }, 'request failed');
  return status;
}

type Answer = (reply: FastifyReply) => FastifyReply;

/** The form as it was last read: what a visitor typed is shown again in it while the database cannot be reached. */
class KnownForm {
  last: ShownForm | null = null;
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async read(): Promise<ShownForm | null> {
    const form = await getShownForm(this.#db);
    this.last = form;
    return form;
  }
}

async function take(app: FastifyInstance, request: FastifyRequest, known: KnownForm): Promise<Answer> {
  const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  try {
    const form = await known.read();
    if (form === null) return (reply) => sendOff(reply, languageOf(request));
    return await takeBy(form, app, request, sent);
  } catch (error) {
    const status = statusOfFailure(request, error);
    return answerAgain(known.last, request, sent)(status, { notice: 'notSent' }, sent.get('proof') ?? '');
  }
}

/** The form with what was typed, and why it was not taken. */
const answerAgain =
  (form: ShownForm | null, request: FastifyRequest, sent: URLSearchParams) =>
  (status: number, more: Pick<FormPage, 'notice' | 'faults'>, proof: string): Answer =>
  (reply) => {
    const shown = { language: languageOf(request), form, typed: typedIn(sent, form), proof, ...more };
    return sendPage(reply.code(status), formPage(shown), form?.origins ?? []);
  };

async function takeBy(
  form: ShownForm,
  app: FastifyInstance,
  request: FastifyRequest,
  sent: URLSearchParams,
): Promise<Answer> {
  const language = languageOf(request);
  const thanks: Answer = (reply) => reply.redirect(sentAddress(language), 303);
  // A field that no person sees. Whatever fills it in believes that it was sent.
  if (sent.get('website')) return thanks;
  const given = givenIn(typedIn(sent, form));
  const parsed = enquiryPost(consentIn(form.consent, language) !== null).safeParse(given);
  const time = checkTimeProof(app.secretBox, sent.get('proof') ?? '');
  const proof = time === 'too_old' ? laterProof(app.secretBox) : (sent.get('proof') ?? '');
  const again = (status: number, more: Pick<FormPage, 'notice' | 'faults'>) =>
    answerAgain(form, request, sent)(status, more, proof);
  if (!parsed.success) return again(422, { notice: 'refused', faults: fieldRefusals(parsed.error, given) });
  if (time !== 'fits') return again(422, { notice: time === 'too_old' ? 'tooOld' : 'checkAgain' });
  const seconds = await secondsToWait(app, request);
  if (seconds !== null) {
    const tooMany = again(429, { notice: 'tooMany' });
    return (reply) => tooMany(reply.header('Retry-After', String(seconds)));
  }
  const mails = await app.mail.canMail(app.db);
  await receiveEnquiry(app.db, { post: parsed.data, form, language, requestId: request.id, mails });
  return thanks;
}

/** Counts the enquiry; null if it is within the limits. */
async function secondsToWait(app: FastifyInstance, request: FastifyRequest): Promise<number | null> {
  try {
    await takeEnquiryTry(app.db, request.ip);
    return null;
  } catch (error) {
    const { code, params } = error as Partial<Refusal>;
    if (code !== 'RATE_LIMITED') throw error;
    request.securityEvent = 'rate_limited';
    return typeof params?.['seconds'] === 'number' ? params['seconds'] : 60;
  }
}

/** Every other page of Daybook stays unframable: only this answer names who may frame it. */
function sendPage(reply: FastifyReply, page: string, origins: readonly string[]): FastifyReply {
  if (origins.length > 0) void reply.removeHeader('X-Frame-Options');
  return reply
    .header('Content-Security-Policy', pagePolicy(origins))
    .header('Cache-Control', 'no-store')
    .header('Vary', 'Accept-Language')
    .type('text/html; charset=utf-8')
    .send(page);
}

const sendOff = (reply: FastifyReply, language: Language): FastifyReply =>
  sendPage(reply.code(404), offPage(language), []);

/** The language that was chosen on the page, or else the browser's. */
function languageOf({ query, language }: FastifyRequest): Language {
  return LanguageCode.safeParse((query as Record<string, unknown>)['lang']).data ?? language;
}

/** What was typed. A service that is not offered any more is left out. */
const typedIn = (sent: URLSearchParams, form: ShownForm | null): Typed => ({
  name: sent.get('name') ?? '',
  company: sent.get('company') ?? '',
  email: sent.get('email') ?? '',
  phone: sent.get('phone') ?? '',
  message: sent.get('message')?.replaceAll('\r\n', '\n') ?? '',
  serviceIds:
    form === null
      ? sent.getAll('service')
      : form.services.map(({ id }) => id).filter((id) => sent.has('service', id)),
  consent: sent.has('consent'),
});

/** An empty field of a page is one that was left out. */
const givenIn = ({ email, phone, ...typed }: Typed) => ({
  ...typed,
  email: email.trim() || null,
  phone: phone.trim() || null,
});
