import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { normalise } from '../../../db/search.ts';
import type { Judged } from '../../../imports/import-kind.ts';
import type { Matches } from '../../../imports/match.ts';
import {
  clientsByName,
  clientsByNumber,
  clientsByReach,
} from '../../clients/import/match-clients.queries.ts';
import type { EnquiryPlan } from './judge-enquiries.ts';
import { enquiriesBy, enquiriesByName } from './match-enquiries.queries.ts';

/** Warns of new rows whose person may have asked before, or be a client: within the importer's scope, and within the file. */
export class EnquiryDuplicates {
  readonly #db: Db;
  readonly #user: CurrentUser;
  readonly #enquiries: Matches;
  readonly #clients: Matches;
  readonly #rowByName = new Map<string, number>();

  private constructor(db: Db, user: CurrentUser, enquiries: Matches, clients: Matches) {
    this.#db = db;
    this.#user = user;
    this.#enquiries = enquiries;
    this.#clients = clients;
  }

  static async begin(db: Db, user: CurrentUser): Promise<EnquiryDuplicates> {
    return new EnquiryDuplicates(db, user, await enquiriesByName(db, user), await clientsByName(db, user));
  }

  async addTo(rows: readonly Judged<EnquiryPlan>[]): Promise<void> {
    const made = rows.flatMap((row) => (row.state === 'new' && row.plan ? [{ row, ...row.plan }] : []));
    const given = (of: 'email' | 'phone' | 'taxId') => made.flatMap(({ fields }) => fields[of] ?? []);
    const [db, user] = [this.#db, this.#user];
    const same = {
      ENQUIRY_SAME_EMAIL: await enquiriesBy(db, user, 'email', given('email')),
      ENQUIRY_SAME_PHONE: await enquiriesBy(db, user, 'phone', given('phone')),
      ENQUIRY_SAME_TAX_ID: await enquiriesBy(db, user, 'tax_id', given('taxId')),
      SAME_EMAIL: await clientsByReach(db, user, 'email', given('email')),
      SAME_PHONE: await clientsByReach(db, user, 'phone', given('phone')),
      SAME_REGISTRATION: await clientsByNumber(db, user, given('taxId')),
    };
    for (const { row, fields } of made) {
      const { email, phone, taxId } = fields;
      warn(row, 'ENQUIRY_SAME_EMAIL', same.ENQUIRY_SAME_EMAIL, email);
      warn(row, 'ENQUIRY_SAME_PHONE', same.ENQUIRY_SAME_PHONE, phone);
      warn(row, 'ENQUIRY_SAME_TAX_ID', same.ENQUIRY_SAME_TAX_ID, taxId);
      warn(row, 'SAME_EMAIL', same.SAME_EMAIL, email);
      warn(row, 'SAME_PHONE', same.SAME_PHONE, phone);
      warn(row, 'SAME_REGISTRATION', same.SAME_REGISTRATION, taxId);
      this.#warnOfName(row, normalise(fields.company ?? fields.name));
    }
  }

  #warnOfName(row: Judged<EnquiryPlan>, name: string): void {
    warn(row, 'ENQUIRY_SAME_NAME', this.#enquiries, name);
    warn(row, 'SAME_NAME', this.#clients, name);
    const earlier = this.#rowByName.get(name);
    if (earlier !== undefined)
      row.warnings.push({ field: 'name', code: 'SAME_NAME_IN_FILE', params: { row: earlier } });
    else this.#rowByName.set(name, row.no);
  }
}

function warn({ warnings }: Judged<EnquiryPlan>, code: string, among: Matches, key: string | null): void {
  const match = (among.get(key ?? '') ?? []).find(({ isVisible }) => isVisible);
  if (match) warnings.push({ field: null, code, params: { label: match.name } });
}
