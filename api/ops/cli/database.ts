import { Command } from 'commander'
import { migrate } from '#api/database/migrate.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { seedDemo } from '#demo/seed.ts'
import { resetDemoUser } from '#demo/seed-demo-user.ts'
import { backUpBeforeUpgrade } from '../backup/before-upgrade.ts'
import { pluralize } from './format.ts'
import { withDatabase, withServices } from './with-database.ts'

export function databaseCommands(): Command[] {
  const migrateCommand = new Command('migrate')
    .description('migrate the database to this version')
    .action(async () => {
      const { migrations, functions } = await withDatabase(async (database, settings) => {
        const saved = await backUpBeforeUpgrade(settings, database)
        if (saved) console.log(`Backed up the database to ${saved}.`)
        return migrate(database.directUrl)
      })
      const applied =
        functions.length > 0 ? [...migrations, pluralize(functions.length, 'function')] : migrations
      console.log(
        applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.',
      )
    })
  const seedCommand = new Command('seed')
    .description('load the demo content into a database that has no accounts')
    .action(async () => {
      if (!(await withServices(seedDemo)))
        throw new OperatorError('The database already has accounts, so no demo content was loaded.')
      console.log('Loaded the demo content.')
    })
  const demoCommand = new Command('demo').description('the shared demo user')
  demoCommand
    .command('reset')
    .description('reset the demo user: remove its posts, likes and uploads, restore its profile')
    .action(async () => {
      if (!(await withServices(resetDemoUser))) throw new OperatorError('There is no demo user.')
      console.log('Reset the demo user.')
    })
  return [migrateCommand, seedCommand, demoCommand]
}
