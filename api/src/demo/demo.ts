import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import type { Db } from '../db/database.ts';
import type { Pace } from './pace.ts';
import type { Random } from './random.ts';

/** The number of records of each kind in the demo firm. */
export interface DemoSize {
  clients: number;
  enquiries: number;
  tasks: number;
  invoices: number;
  receipts: number;
}

export const yearOfAFirm: DemoSize = {
  clients: 150,
  enquiries: 60,
  tasks: 600,
  invoices: 900,
  receipts: 700,
};

/** A member of staff, who calls the API as their browser would. */
export interface Person {
  id: string;
  name: string;
  /** Returns the data of the answer; a refusal ends the filling. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, version?: number): Promise<OutputOf<E>>;
  /** Sends a file. */
  send<E extends Endpoint>(endpoint: E, input: InputOf<E>, file: Buffer): Promise<OutputOf<E>>;
}

/** What every part of the filling receives. */
export interface Demo extends Pace {
  db: Db;
  size: DemoSize;
  /** The last day of the year that is filled; other dates count from it. */
  today: string;
  random(kind: string): Random;
}
