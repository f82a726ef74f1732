import { expressionBuilder } from 'kysely';
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool, StringReference } from 'kysely';

/**
 * The condition of a filter: a column equals the value (or one of several), columns are not before or not after it, or
 * conditions of its own that must all hold. Null if the query applies the filter in another way.
 */
type Condition<Db_, Tables extends keyof Db_, Value> =
  | null
  | StringReference<Db_, Tables>
  | readonly ['>=' | '<=', ...StringReference<Db_, Tables>[]]
  | ((
      value: Value,
      eb: ExpressionBuilder<Db_, Tables>,
    ) => Expression<SqlBool> | readonly Expression<SqlBool>[]);

/** A condition for each filter of the list; a missing one does not compile. */
type Conditions<Db_, Tables extends keyof Db_, Filter> = {
  [Name in keyof Filter]-?: Condition<Db_, Tables, NonNullable<Filter[Name]>>;
};

function expressionsOf<Db_, Tables extends keyof Db_>(
  eb: ExpressionBuilder<Db_, Tables>,
  condition: Condition<Db_, Tables, unknown>,
  value: unknown,
): readonly Expression<SqlBool>[] {
  if (condition === null) return [];
  if (typeof condition === 'function') return [condition(value, eb)].flat();
  if (typeof condition === 'string')
    return [eb(condition, Array.isArray(value) ? 'in' : '=', value as never)];
  const [operator, ...columns] = condition;
  return columns.map((column) => eb(column, operator, value as never));
}

/** The rows that satisfy the given filters, tested in the order of the conditions. An empty text counts as not given. */
export function whereGiven<Db_, Tables extends keyof Db_, Row, Filter extends object>(
  rows: SelectQueryBuilder<Db_, Tables, Row>,
  filter: Filter,
  conditions: Conditions<Db_, Tables, Filter>,
): SelectQueryBuilder<Db_, Tables, Row> {
  const eb = expressionBuilder<Db_, Tables>();
  let found = rows;
  for (const name of Object.keys(conditions) as (keyof Filter)[]) {
    const value = filter[name];
    if (value === undefined || value === '') continue;
    const condition = conditions[name] as Condition<Db_, Tables, unknown>;
    for (const expression of expressionsOf(eb, condition, value)) found = found.where(expression);
  }
  return found;
}
