import { createHash } from 'node:crypto';
import { enquiryFormPath } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import { languages } from '@daybook/contracts/fields';
import type { Language } from '@daybook/contracts/fields';
import { languageNames } from '@daybook/contracts/language-names';
import type { FieldRefusal, FieldRefusals } from '@daybook/contracts/refusals';
import { filled, textsOf } from '@daybook/contracts/server-texts';
import { consentIn } from './enquiry-form.queries.ts';
import type { ShownForm } from './enquiry-form.queries.ts';
import { Markup, html } from './markup.ts';

const texts = textsOf('enquiryForm');

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0}main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between}
header img{max-height:3.5rem;max-width:12rem;background:#fff}.firm{font-weight:600;flex:1}
nav a{margin-inline-start:.75rem;display:inline-block;padding:.25rem 0}nav a[aria-current]{font-weight:600;text-decoration:none}
h1{font-size:1.5rem;line-height:1.25}label,legend{font-weight:600}legend{padding:0}fieldset{border:0;padding:0;margin:0 0 1rem;min-width:0}
.field{margin-bottom:1rem}.field label{display:block}.choice{display:flex;gap:.5rem;align-items:baseline;padding:.25rem 0}
.choice label{font-weight:400;white-space:pre-line;display:inline}
input:not([type=checkbox]),textarea{box-sizing:border-box;width:100%;font:inherit;padding:.5rem;border:1px solid #767676;border-radius:.375rem}
[aria-invalid=true]{outline:2px solid #c62828}.hint{display:block;font-size:.875rem}
.fault{display:block;color:light-dark(#b71c1c,#ff8a80);font-size:.875rem}
.notice{border-inline-start:.25rem solid #c62828;padding:.5rem .75rem}
button{font:inherit;font-weight:600;padding:.625rem 1.5rem;border:0;border-radius:.375rem;background:#1d4ed8;color:#fff;cursor:pointer}
.away{position:absolute;inset-inline-start:-9999px}`;

/** The style sheet to the letter, because the policy names its hash. */
const sheet = new Markup(`<style>${style}</style>`);

/** Allows the one style sheet in the page by its hash, the logo, and sending the form; nothing else is loaded, and no script runs. */
export const pagePolicy = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
  ].join(';');

/** What the fields of the form hold: what was typed, as it was typed. */
export interface Typed {
  name: string;
  company: string;
  email: string;
  phone: string;
  message: string;
  serviceIds: readonly string[];
  consent: boolean;
}

export const nothingTyped: Typed = {
  name: '',
  company: '',
  email: '',
  phone: '',
  message: '',
  serviceIds: [],
  consent: false,
};

export interface FormPage {
  language: Language;
  /** Null if it could not be read yet; what was chosen in it is then kept unseen. */
  form: ShownForm | null;
  /** The hidden proof of the time at which the page was made. */
  proof: string;
  typed?: Typed;
  faults?: FieldRefusals;
  /** Why what was sent was not taken. */
  notice?: 'refused' | 'checkAgain' | 'tooOld' | 'tooMany' | 'notSent';
}

const langAddress = (path: string, language: Language): string => `${path}?lang=${language}`;
export const formAddress = (language: Language): string => langAddress(enquiryFormPath, language);
export const sentAddress = (language: Language): string => langAddress(`${enquiryFormPath}/sent`, language);

/** The page of the form. It works without scripts, and keeps what was typed when something is refused. */
export function formPage({
  language,
  form,
  proof,
  typed = nothingTyped,
  faults = {},
  notice,
}: FormPage): string {
  const t = texts[language];
  const consent = form && consentIn(form.consent, language);
  const invalid = fieldsInOrder.find((name) => faults[name]);
  const field = (name: TextField, more: FieldLooks) =>
    textField({
      name,
      value: typed[name],
      language,
      fault: faults[name]?.[0],
      isFirst: invalid === name,
      ...more,
    });
  const content = html`<h1>${t.title}</h1>
    ${notice !== undefined && html`<p class="notice" role="alert">${t[notice]}</p>`}
    <form method="post" action="${formAddress(language)}">
      <input type="hidden" name="proof" value="${proof}" />
      ${field('name', { max: 120, autocomplete: 'name', isRequired: true })}
      ${field('company', { max: 200, autocomplete: 'organization' })}
      ${field('email', { type: 'email', max: 254, autocomplete: 'email', hint: t.either, isEither: true })}
      ${field('phone', { type: 'tel', max: 40, autocomplete: 'tel', hint: t.phoneHint, isEither: true })}
      ${form === null ? keptUnseen(typed) : services(t.services, form, typed)}
      ${field('message', { max: 4000, isRequired: true, isLong: true })}
      ${consent !== null && consentBox(consent, typed, language, faults['consent']?.[0])}
      <div class="away" aria-hidden="true">
        <label for="website">${t.leaveEmpty}</label>
        <input id="website" name="website" tabindex="-1" autocomplete="off" />
      </div>
      <button>${t.send}</button>
    </form>`;
  return page({ language, title: t.title, form, path: enquiryFormPath, content });
}

/** What a visitor sees after sending. */
export function sentPage(language: Language, form: ShownForm): string {
  const t = texts[language];
  const content = html`<h1>${t.sentTitle}</h1>
    <p>${t.sent}</p>
    <p><a href="${formAddress(language)}">${t.another}</a></p>`;
  return page({ language, title: t.sentTitle, form, path: `${enquiryFormPath}/sent`, content });
}

/** What a visitor sees where there is no form. */
export function offPage(language: Language): string {
  const t = texts[language];
  const content = html`<h1>${t.offTitle}</h1>
    <p>${t.off}</p>`;
  return page({ language, title: t.offTitle, form: null, path: enquiryFormPath, content });
}

/** What a visitor sees when the server could not take what was sent. */
export function failedPage(language: Language): string {
  const t = texts[language];
  const content = html`<h1>${t.title}</h1>
    <p class="notice" role="alert">${t.failed}</p>`;
  return page({ language, title: t.title, form: null, path: enquiryFormPath, content });
}

const fieldsInOrder = ['name', 'company', 'email', 'phone', 'message', 'consent'] as const;
type TextField = Exclude<(typeof fieldsInOrder)[number], 'consent'>;

interface FieldLooks {
  type?: 'email' | 'tel';
  max: number;
  autocomplete?: string;
  hint?: string;
  isRequired?: boolean;
  /** One of two fields of which one is required. */
  isEither?: boolean;
  isLong?: boolean;
}

interface FieldShown extends FieldLooks {
  name: TextField;
  value: string;
  language: Language;
  fault: FieldRefusal | undefined;
  /** The first field at fault gets the focus. */
  isFirst: boolean;
}

function faultText({ code, params = {} }: FieldRefusal, language: Language): string {
  const { fault } = texts[language];
  const text = code in fault ? fault[code as keyof typeof fault] : fault.WRONG_FORMAT;
  return filled(text, (name) => String(params[name] ?? ''));
}

const faultOf = (name: string, fault: FieldRefusal | undefined, language: Language) =>
  fault !== undefined && html`<span class="fault" id="${name}-fault">${faultText(fault, language)}</span>`;

function textField({ name, value, language, fault, isFirst, ...looks }: FieldShown): Markup {
  const {
    type = 'text',
    max,
    autocomplete,
    hint,
    isRequired = false,
    isEither = false,
    isLong = false,
  } = looks;
  const t = texts[language];
  // What is wrong takes the place of the hint, which mostly says the same.
  const below =
    faultOf(name, fault, language) ||
    (hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`);
  const described = fault === undefined ? hint !== undefined && `${name}-hint` : `${name}-fault`;
  const more = html` id="${name}" name="${name}"
  maxlength="${String(max)}"${isRequired && html` required`}${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${described !== false && html` aria-describedby="${described}"`}${fault !== undefined && html` aria-invalid="true"`}${isFirst && html` autofocus`}`;
  return html`<div class="field">
    <label for="${name}">${t[name]}${!isRequired && !isEither && ` ${t.optional}`}</label>
    ${isLong ? html`<textarea rows="6" ${more}>${value}</textarea>` : html`<input type="${type}" value="${value}" ${more} />`}
    ${below}
  </div>`;
}

/** What was chosen among what only the settings of the form can show. */
const keptUnseen = ({ serviceIds, consent }: Typed): Markup[] => [
  ...serviceIds.map((id) => html`<input type="hidden" name="service" value="${id}" />`),
  ...(consent ? [html`<input type="hidden" name="consent" value="yes" />`] : []),
];

function services(legend: string, { services: offered }: ShownForm, { serviceIds }: Typed): Markup | null {
  if (offered.length === 0) return null;
  const choices = offered.map(
    ({ id, label }) =>
      html`<div class="choice">
        <input
          type="checkbox"
          id="service-${id}"
          name="service"
          value="${id}"
          ${serviceIds.includes(id) && html` checked`}
        />
        <label for="service-${id}">${label}</label>
      </div>`,
  );
  return html`<fieldset>
    <legend>${legend}</legend>
    ${choices}
  </fieldset>`;
}

const consentBox = (
  text: string,
  { consent }: Typed,
  language: Language,
  fault: FieldRefusal | undefined,
): Markup =>
  html`<div class="field">
    <div class="choice">
      <input
        type="checkbox"
        id="consent"
        name="consent"
        value="yes"
        required${consent && html` checked`}${fault !== undefined && html` aria-invalid="true" aria-describedby="consent-fault"`}
      />
      <label for="consent">${text}</label>
    </div>
    ${faultOf('consent', fault, language)}
  </div>`;

interface Page {
  language: Language;
  title: string;
  /** Null where the firm is not named. */
  form: ShownForm | null;
  path: string;
  content: Markup;
}

function page({ language, title, form, path, content }: Page): string {
  const links = languages.map(
    (one) =>
      html`<a
        href="${langAddress(path, one)}"
        lang="${one}"
        hreflang="${one}"
        ${one === language && html` aria-current="true"`}
        >${languageNames[one]}</a
      >`,
  );
  const firm =
    form !== null &&
    html`${form.hasLogo && html`<img src="${enquiryFormPath}/logo" alt="" />`}<span class="firm"
        >${form.firm}</span
      >`;
  return html`<!doctype html>
    <html lang="${language}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${form === null ? title : `${title} · ${form.firm}`}</title>
        ${sheet}
      </head>
      <body>
        <main>
          <header>
            ${firm}
            <nav aria-label="${texts[language].language}">${links}</nav>
          </header>
          ${content}
        </main>
      </body>
    </html> `.text;
}
