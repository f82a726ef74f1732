import { sql } from 'kysely';
import { json } from '../../../db/database.ts';
import type { Db } from '../../../db/database.ts';

interface Held {
  id: string;
  version: number;
  sharesPeople: boolean;
}

/**
 * The clients of some rows, and those that share a person with them, whose versions rise when the person changes. They are
 * locked until commit, so that what their versions become meanwhile is the import's own doing and nobody else's change.
 */
export class OwnVersions {
  readonly #db: Db;
  readonly #importId: string;
  readonly #held: ReadonlyMap<string, Held>;

  private constructor(db: Db, importId: string, held: readonly Held[]) {
    this.#db = db;
    this.#importId = importId;
    this.#held = new Map(held.map((one) => [one.id, one]));
  }

  static async begin(db: Db, importId: string, clientIds: readonly string[]): Promise<OwnVersions> {
    if (clientIds.length === 0) return new OwnVersions(db, importId, []);
    const { rows } = await sql<Held>`
      select id, version, exists (select from client_contact link join client_contact also on also.contact_id = link.contact_id
        where link.client_id = client.id and also.client_id <> link.client_id) as shares_people
      from client where id = any (${clientIds}::uuid[]) or id in (
        select also.client_id from client_contact link join client_contact also on also.contact_id = link.contact_id
        where link.client_id = any (${clientIds}::uuid[]))
      order by id for update of client`.execute(db);
    return new OwnVersions(db, importId, rows);
  }

  sharesPeople(id: string): boolean {
    return this.#held.get(id)?.sharesPeople ?? false;
  }

  /** The version at which to change a client that had the version `seen` before: a higher one, if only the import has changed it. */
  async since(id: string, seen: number): Promise<number> {
    if (!this.sharesPeople(id) || this.#held.get(id)?.version !== seen) return seen;
    return (await this.#present([id])).get(id) ?? seen;
  }

  /**
   * What the versions are in the end. The other rows of the import count these changes as seen: rows that are still to be
   * written, and rows whose undo compares with the version that they left.
   */
  async end(): Promise<ReadonlyMap<string, number>> {
    const shared = [...this.#held.values()].filter(({ sharesPeople }) => sharesPeople);
    if (shared.length === 0) return new Map();
    const present = await this.#present(shared.map(({ id }) => id));
    const raised = shared.map(({ id, version }) => ({ id, was: version, now: present.get(id) ?? version }));
    await sql`
      update import_row set seen = case when outcome is null then raised.now else seen end,
        made_version = case when outcome is null then made_version else raised.now end
      from jsonb_to_recordset(${json(raised)}) as raised (id uuid, was int, now int)
      where import_id = ${this.#importId} and record_id = raised.id and raised.now > raised.was
        and case when outcome is null then seen else made_version end = raised.was and undo is null`.execute(
      this.#db,
    );
    return present;
  }

  async #present(ids: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from client where id = any (${ids}::uuid[])`.execute(this.#db);
    return new Map(rows.map(({ id, version }) => [id, version]));
  }
}
