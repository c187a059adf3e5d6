import type pg from 'pg'
import { type AppliedMigration, type Migration, recordMigration } from './migrations-table.ts'

// Version 0.1.0 had seventeen migrations. This version has three and a folder of functions instead.

/** The migrations of 0.1.0, with the SHA-256 of their files. */
const CHECKSUMS: Readonly<Record<string, string>> = {
  '20261121000000_start': '919d7a04c6d54f1b96af3a7e1bf63fdc382ef0faca82de4cd09963260f55bfcf',
  '20261121000100_search': 'bba80560b34c079fc36c2713a5f020a9cc983ffba9bc3175943a542dec09b985',
  '20261121000200_post_keys': '2f2d28ca46f2c248ebdac678dae99c9a91e5ee3b88ac498422d64e0a35cecc05',
  '20261121000300_like_counts': 'd350a5383ae0b22535e36c43a038548fe9f90bc9541780cc39a09ff91cd143b1',
  '20261121000400_search_first_look':
    '6c039db88e44435910286114ffc4e3201f0446ccb32212736bb005c7a8c97c0e',
  '20261121000500_search_one_look':
    '5c07a62456387b1c4b0b8c6b2d9922b9c5e4ed8cb37c4a29fd6a9772c13b6328',
  '20261121000600_needs_username':
    'c660ce5cbaffbcb04195ec4dc7554329190cc1c92989f55be167e958b6ea0ac2',
  '20261121202321_mail_links': '42a0b2327e7b089071048545257690c6d11ac554abba3667ce3c2914500e1259',
  '20261121203000_search_from_memory':
    'b60f4a36f96a74ab68e7061d27c3875f7468ae113878e3d5e628a5a356227b18',
  '20261121204851_two_factor': '030587988d58bb341752b61fa41fdfec1c6e44ab0ea195523021b9658648108d',
  '20261121234000_search_one_pass':
    '230936ce9688c67cdeb54fd24eef48716a5eae27c4758def275faf31766e4959',
  '20261122000500_search_dense_words':
    'c4f1fffe83dff303094003213cde44edc6c3622858c067003986497f9907e3f1',
  '20261122003000_search_plans_kept':
    '0a10b851cfc2d69e0b10e323e2672899ff7f630e6e1ebe7cbbc23f011e9fdb14',
  '20261122100000_likes_by_post':
    'a8819d40f87187324a8ff0d19634c4270c328c3689aae981909b0da380cbde66',
  '20261122180000_news_number': '2b08079daa7ec791d291383c3f3d39904ee947c12b5dd77a5380a9a642562147',
  '20261122190000_news_of_sessions':
    'c54189756b2603e853bcbe5a2cc9a0903cbb6cc1296c5569c4ce6d73e68bfcdc',
  '20261122200000_news_of_truncated_sessions':
    '3c774148e947231836a2cbbde0ef8330300ce487e1e8a174a48849d2284b66a2',
}

/** The migrations of this version whose tables and indexes a database of 0.1.0 already has. */
const BASELINE = ['20261123100000_tables', '20261123100100_search']

/** Removes the triggers, functions and sequence of 0.1.0; this version creates its own. */
const DROP_OLD_OBJECTS = `
  DROP TRIGGER "PostSearch_author" ON "PostSearch";
  DROP TRIGGER "Like_count_added" ON "Like";
  DROP TRIGGER "Like_count_removed" ON "Like";
  DROP TRIGGER "Session_ended" ON "Session";
  DROP TRIGGER "Session_changed" ON "Session";
  DROP TRIGGER "Session_truncated" ON "Session";
  DROP TRIGGER "User_changed" ON "User";
  DROP FUNCTION add_author_gram, author_gram, count_like, search_any, search_by_author,
    search_completed, search_contents, search_ends, search_few, search_index, search_look,
    search_near, search_newest_of, search_posts, tell_of_account, tell_of_accounts,
    tell_of_everything, tell_of_sessions;
  DROP SEQUENCE news_number;`

export type Origin = 'this version' | 'first release' | 'older' | 'newer' | 'unknown'

/**
 * Finds out which version made a database.
 * @param migrations of this version, oldest first
 */
export function originOf(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): Origin {
  const unknown = applied.filter(({ name }) => !migrations.some((each) => each.name === name))
  if (unknown.length === 0) return 'this version'
  const last = migrations.at(-1)?.name ?? ''
  if (unknown.some(({ name }) => name > last)) return 'newer'
  if (!applied.every(({ name, checksum }) => CHECKSUMS[name] === checksum)) return 'unknown'
  return applied.length === Object.keys(CHECKSUMS).length ? 'first release' : 'older'
}

/** The migrations that a database of 0.1.0 still needs. */
export function missingInFirstRelease(migrations: readonly Migration[]): Migration[] {
  return migrations.filter(({ name }) => !BASELINE.includes(name))
}

/**
 * Prepares a database of 0.1.0 for the migrations that it lacks, and rewrites its migrations table.
 * Runs in the caller's transaction.
 */
export async function baselineFirstRelease(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query(DROP_OLD_OBJECTS)
  await client.query('DELETE FROM "_prisma_migrations"')
  for (const migration of migrations)
    if (BASELINE.includes(migration.name)) await recordMigration(client, migration)
}
