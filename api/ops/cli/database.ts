import { Command } from 'commander'
import { migrate } from '#api/database/migrate.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { seedDemo } from '#demo/seed.ts'
import { resetDemoUser } from '#demo/seed-demo-user.ts'
import { backUpBeforeUpgrade } from '../backup/before-upgrade.ts'
import { withDatabase, withServices } from './attach.ts'
import { counted } from './words.ts'

export function databaseCommands(): Command[] {
  const migrating = new Command('migrate')
    .description('bring the database to this version')
    .action(async () => {
      const { migrations, functions } = await withDatabase(async (database, settings) => {
        const saved = await backUpBeforeUpgrade(settings, database)
        if (saved) console.log(`Backed up the database to ${saved}.`)
        return migrate(database.directUrl)
      })
      const applied =
        functions.length > 0
          ? [...migrations, counted(functions.length, 'function', 'functions')]
          : migrations
      console.log(
        applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.',
      )
    })
  const seeding = new Command('seed')
    .description('load the demo content into a database without accounts')
    .action(async () => {
      if (!(await withServices(seedDemo)))
        throw new OperatorError('There are accounts already, so no demo content was loaded.')
      console.log('Loaded the demo content.')
    })
  const demo = new Command('demo').description('the shared demo user')
  demo
    .command('reset')
    .description('remove its posts, likes and uploads, restore its profile')
    .action(async () => {
      if (!(await withServices(resetDemoUser))) throw new OperatorError('There is no demo user.')
      console.log('The demo user is as it was at first.')
    })
  return [migrating, seeding, demo]
}
