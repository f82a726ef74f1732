import { validate as at } from 'stdnum/lib/cjs/at/uid.js';
import { validate as be } from 'stdnum/lib/cjs/be/vat.js';
import { validate as egn } from 'stdnum/lib/cjs/bg/egn.js';
import { validate as pnf } from 'stdnum/lib/cjs/bg/pnf.js';
import { validate as cy } from 'stdnum/lib/cjs/cy/vat.js';
import { validate as rc } from 'stdnum/lib/cjs/cz/rc.js';
import { validate as de } from 'stdnum/lib/cjs/de/vat.js';
import { validate as dk } from 'stdnum/lib/cjs/dk/cvr.js';
import { validate as ee } from 'stdnum/lib/cjs/ee/kmkr.js';
import { validate as es } from 'stdnum/lib/cjs/es/nif.js';
import { validate as fi } from 'stdnum/lib/cjs/fi/alv.js';
import { validate as fr } from 'stdnum/lib/cjs/fr/tva.js';
import { validate as gb } from 'stdnum/lib/cjs/gb/vat.js';
import { validate as gr } from 'stdnum/lib/cjs/gr/vat.js';
import { validate as hr } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as hu } from 'stdnum/lib/cjs/hu/anum.js';
import { validate as ie } from 'stdnum/lib/cjs/ie/vat.js';
import { validate as it } from 'stdnum/lib/cjs/it/iva.js';
import { validate as lt } from 'stdnum/lib/cjs/lt/pvm.js';
import { validate as lu } from 'stdnum/lib/cjs/lu/tva.js';
import { validate as lv } from 'stdnum/lib/cjs/lv/pvn.js';
import { validate as mt } from 'stdnum/lib/cjs/mt/vat.js';
import { validate as nl } from 'stdnum/lib/cjs/nl/btw.js';
import { validate as pl } from 'stdnum/lib/cjs/pl/nip.js';
import { validate as pt } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as cnp } from 'stdnum/lib/cjs/ro/cnp.js';
import { validate as cui } from 'stdnum/lib/cjs/ro/cui.js';
import { validate as se } from 'stdnum/lib/cjs/se/vat.js';
import { validate as si } from 'stdnum/lib/cjs/si/ddv.js';
import { validate as skRc } from 'stdnum/lib/cjs/sk/rc.js';
import { verdictOf } from './library-verdict.ts';
import type { Verdict } from './library-verdict.ts';
import {
  bulgarianCompany,
  bulgarianOther,
  czechCompany,
  czechWithoutBirthNumber,
  latvianPerson,
} from './weighted-sums.ts';

type Validate = typeof at;
type Check = (body: string) => Verdict;

interface Country {
  /** The form of the number after the prefix. Without this check, the library would accept a second prefix as part of the number. */
  shape: RegExp;
  check: Check;
}

const by =
  (validate: Validate): Check =>
  (body) =>
    verdictOf(validate(body));

const rightWhere = (isRight: boolean): Verdict => (isRight ? undefined : 'checksum');

/** Year, month and day. The month is raised by 20 for births in the 19th century and by 40 for the 21st. */
const bulgarianBirthday = /^\d{2}([024][1-9]|[135][0-2])(0[1-9]|[12]\d|3[01])/;

// Written here, because the library accepts any tenth digit of a personal number.
const bulgarian: Check = (body) =>
  rightWhere(
    body.length === 9
      ? bulgarianCompany(body)
      : (egn(body).isValid && bulgarianBirthday.test(body)) || pnf(body).isValid || bulgarianOther(body),
  );

// Written here, because the library does not know the numbers of people without a birth number.
function czech(body: string): Verdict {
  if (body.length === 8) return body.startsWith('9') ? 'format' : rightWhere(czechCompany(body));
  if (body.length === 9 && body.startsWith('6')) return rightWhere(czechWithoutBirthNumber(body));
  return verdictOf(rc(body));
}

// Written here, because the library looks for a date of birth, which numbers that begin with 32 (issued since 2017) do not contain.
const latvian: Check = (body) =>
  body.startsWith('32') ? rightWhere(latvianPerson(body)) : verdictOf(lv(body));

/** The number must be divisible by eleven; this also holds for birth numbers. */
function slovak(body: string): Verdict {
  if (skRc(body).isValid) return undefined;
  return /^[1-9]\d[2-47-9]/.test(body) ? rightWhere(Number(body) % 11 === 0) : 'format';
}

/** The countries by VIES prefix: Greece is EL, Northern Ireland XI. */
const BY_PREFIX: Readonly<Record<string, Country>> = {
  AT: { shape: /^U\d{8}$/, check: by(at) },
  BE: { shape: /^[01]?\d{9}$/, check: by(be) },
  BG: { shape: /^\d{9,10}$/, check: bulgarian },
  CY: { shape: /^\d{8}[A-Z]$/, check: by(cy) },
  CZ: { shape: /^\d{8,10}$/, check: czech },
  DE: { shape: /^[1-9]\d{8}$/, check: by(de) },
  DK: { shape: /^\d{8}$/, check: by(dk) },
  EE: { shape: /^\d{9}$/, check: by(ee) },
  EL: { shape: /^\d{8,9}$/, check: by(gr) },
  ES: { shape: /^[A-Z0-9]\d{7}[A-Z0-9]$/, check: by(es) },
  FI: { shape: /^\d{8}$/, check: by(fi) },
  FR: { shape: /^[A-Z0-9]{2}\d{9}$/, check: by(fr) },
  HR: { shape: /^\d{11}$/, check: by(hr) },
  HU: { shape: /^\d{8}$/, check: by(hu) },
  IE: { shape: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/, check: by(ie) },
  IT: { shape: /^\d{11}$/, check: by(it) },
  LT: { shape: /^(\d{9}|\d{12})$/, check: by(lt) },
  LU: { shape: /^\d{8}$/, check: by(lu) },
  LV: { shape: /^\d{11}$/, check: latvian },
  MT: { shape: /^\d{8}$/, check: by(mt) },
  NL: { shape: /^\d{7,9}B\d{2}$/, check: by(nl) },
  PL: { shape: /^\d{10}$/, check: by(pl) },
  PT: { shape: /^\d{9}$/, check: by(pt) },
  RO: {
    shape: /^([1-9]\d{1,9}|[1-9]\d{12})$/,
    check: (body) => verdictOf(body.length === 13 ? cnp(body) : cui(body)),
  },
  SE: { shape: /^\d{12}$/, check: by(se) },
  SI: { shape: /^\d{8}$/, check: by(si) },
  SK: { shape: /^\d{10}$/, check: slovak },
  XI: { shape: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/, check: by(gb) },
  // The one-stop shop for sellers outside the Union: EU or IM, then the country of registration. Its checksum is not published.
  EU: { shape: oneStopShop(5 + 1), check: () => undefined },
  IM: { shape: oneStopShop(6 + 1), check: () => undefined },
};

function oneStopShop(digits: number): RegExp {
  const memberStatuses =
    '040 056 100 191 196 203 208 233 246 250 276 300 348 372 380 428 440 442 470 528 616 620 642 703 705 724 752 900';
  return new RegExp(`^(${memberStatuses.replaceAll(' ', '|')})\\d{${digits}}$`);
}

/** Checks a VAT number with its prefix, as it is written on an invoice. */
export function checkEuVat(value: string): Verdict {
  const country = BY_PREFIX[value.slice(0, 2)];
  const body = value.slice(2);
  return country?.shape.test(body) ? country.check(body) : 'format';
}

/** Checks a British number, with or without its prefix. */
export function checkGbVat(value: string): Verdict {
  const body = value.replace(/^GB/, '');
  return BY_PREFIX.XI?.shape.test(body) ? verdictOf(gb(body)) : 'format';
}
