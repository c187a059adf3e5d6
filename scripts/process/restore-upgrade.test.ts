import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { query as on } from '#api/database/embedded/cluster.ts'
import { emptyDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { emptyDataDir } from '../../e2e/server.ts'
import { runCliHere } from './in-process-cli.ts'

async function installation() {
  const dataDir = emptyDataDir()
  registerCleanup(() => rmSync(dataDir, { recursive: true, force: true }))
  const url = await emptyDatabase()
  return {
    url,
    file: path.join(dataDir, 'backup.tar.gz'),
    run: (...args: string[]) => runCliHere(args, { DATA_DIR: dataDir, DATABASE_URL: url }),
  }
}

test('a restore whose upgrade fails says that everything was restored', async () => {
  const source = await installation()
  await source.run('migrate')
  await source.run('backup', source.file)
  const { url, run } = await installation()
  await on(
    url,
    `CREATE SCHEMA other;
     CREATE FUNCTION other.fail() RETURNS event_trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF current_setting('application_name') = 'good-vibes migration' THEN
         RAISE EXCEPTION 'out of shared memory';
       END IF;
     END $$;
     CREATE EVENT TRIGGER fail_upgrade ON ddl_command_start WHEN TAG IN ('CREATE FUNCTION')
     EXECUTE FUNCTION other.fail()`,
  )
  const { code, stdout, stderr } = await run('restore', source.file)
  expect(stdout).toContain('Restored 0 posts, 0 accounts from the backup of')
  expect([code, stderr]).toEqual([
    1,
    'Everything was restored; the upgrade of the database failed: out of shared memory. ' +
      'The next start tries again.\n',
  ])
  await on(url, 'DROP EVENT TRIGGER fail_upgrade; DROP SCHEMA other CASCADE')
  expect(await run('migrate')).toMatchObject({ code: 0 })
})
