import { migrate } from '../../src/db/migrate.ts';

// Migrates the database of DATABASE_OWNER_URL, as a server does before it listens. The upgrade test kills it.
await migrate(process.env['DATABASE_OWNER_URL'] ?? '');
