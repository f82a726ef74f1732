import { randomInt } from 'node:crypto';
import { hashPassword } from '../auth/passwords.ts';
import type { Db } from '../db/database.ts';
import { emailOf, staff } from './staff.ts';

// Without letters and digits that are easily confused when read from a console.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const makePassword = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** A person of the demo firm who can sign in. */
export interface SignIn {
  userType: string;
  name: string;
  email: string;
  password: string;
}

/** Gives all demo staff the same new password, so that nobody can know it beforehand. Returns them in the order of `staff`. */
export async function openSignIns(db: Db): Promise<SignIn[]> {
  const password = makePassword();
  const emails = staff.map(emailOf);
  await db
    .updateTable('appUser')
    .set({ passwordHash: await hashPassword(password) })
    .where('email', 'in', emails)
    .execute();
  return staff.map((person) => ({
    userType: person.userType,
    name: person.name,
    email: emailOf(person),
    password,
  }));
}

/** What the console shows: the first person of each role. */
export function signInTable(signIns: readonly SignIn[]): string {
  const first = signIns.filter(
    ({ userType }, index) => signIns.findIndex((one) => one.userType === userType) === index,
  );
  const rows = first.map(({ userType, email, password }) => [userType, email, password]);
  const heads = ['role', 'e-mail', 'password'];
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd();
  return [heads, widths.map((width) => '─'.repeat(width)), ...rows].map(line).join('\n');
}
