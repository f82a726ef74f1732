import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { normalise } from '../../../db/search.ts';
import type { Judged } from '../../../imports/import-kind.ts';
import type { Match, Matches } from '../../../imports/match.ts';
import type { ClientPlan } from './judge-clients.ts';
import { clientsByName, clientsByReach, clientsByRegistration } from './match-clients.queries.ts';

/** Warns of new rows that may be clients that exist: by name, phone, e-mail address and tax number; and of names that rows share. */
export class DuplicateWarnings {
  readonly #db: Db;
  readonly #user: CurrentUser;
  readonly #byName: Matches;
  readonly #rowByName = new Map<string, number>();

  private constructor(db: Db, user: CurrentUser, byName: Matches) {
    this.#db = db;
    this.#user = user;
    this.#byName = byName;
  }

  static async begin(db: Db, user: CurrentUser): Promise<DuplicateWarnings> {
    return new DuplicateWarnings(db, user, await clientsByName(db, user));
  }

  async addTo(rows: readonly Judged<ClientPlan>[]): Promise<void> {
    const made = rows.flatMap((row) =>
      row.state === 'new' && row.plan ? [{ row, fields: row.plan.fields }] : [],
    );
    const contacts = made.flatMap(({ fields }) => fields.contacts);
    const reached = (by: 'email' | 'phone') =>
      clientsByReach(
        this.#db,
        this.#user,
        by,
        contacts.flatMap((contact) => contact[by] ?? []),
      );
    const emails = await reached('email');
    const phones = await reached('phone');
    const numbers = await clientsByRegistration(
      this.#db,
      this.#user,
      made.flatMap(({ fields }) => fields.registrations),
    );
    for (const { row, fields } of made) {
      this.#warnOfName(row, normalise(fields.name));
      for (const { email, phone } of fields.contacts) {
        warn(row, 'SAME_EMAIL', emails.get(email ?? ''));
        warn(row, 'SAME_PHONE', phones.get(phone ?? ''));
      }
      for (const { scheme, value } of fields.registrations)
        warn(row, 'SAME_REGISTRATION', numbers.get(`${scheme} ${value}`));
    }
  }

  #warnOfName(row: Judged<ClientPlan>, name: string): void {
    warn(row, 'SAME_NAME', this.#byName.get(name));
    const earlier = this.#rowByName.get(name);
    if (earlier !== undefined)
      row.warnings.push({ field: 'name', code: 'SAME_NAME_IN_FILE', params: { row: earlier } });
    else this.#rowByName.set(name, row.no);
  }
}

function warn({ warnings }: Judged<ClientPlan>, code: string, matches: readonly Match[] | undefined): void {
  const [match] = matches ?? [];
  if (match) warnings.push({ field: null, code, ...(match.isVisible && { params: { label: match.name } }) });
}
