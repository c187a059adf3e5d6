import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { Command, InvalidArgumentError } from 'commander'
import type { Services } from '#api/context.ts'
import { deleteAccount } from '#api/features/auth/account/delete-account.write.ts'
import { readPassword, readSignUp } from '#api/features/auth/common/account-input.ts'
import {
  createAccount,
  resetPassword,
  setDisabled,
} from '#api/features/auth/sign-up/account.write.ts'
import { turnOffTwoFactor } from '#api/features/auth/two-factor/two-factor.write.ts'
import { DEMO_USER_UUID, fromPublicId, toPublicId } from '#api/lib/ids.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { withServices } from './attach.ts'
import { table } from './table.ts'

const STDIN = [
  '--password-stdin',
  'read the password from the standard input instead of making one up',
] as const
const WHO = 'username, email or id'

interface PasswordOption {
  passwordStdin?: true
}

export function userCommands(): Command {
  const users = new Command('user').description('accounts')
  users
    .command('list')
    .description('the newest accounts')
    .option('--limit <number>', 'how many at most', readCount, 50)
    .action(list)
  users
    .command('create')
    .description('make an account and print its password')
    .argument('<username>')
    .requiredOption('--email <email>')
    .option('--name <name>', 'the display name; the username if none is given')
    .option(...STDIN)
    .action(create)
  users
    .command('reset-password')
    .description('give an account a new password, print it, and sign it out everywhere')
    .argument('<user>', WHO)
    .option(...STDIN)
    .action(reset)
  users
    .command('reset-two-factor')
    .description(
      'ask an account for its password alone, when its authenticator app and recovery codes are lost',
    )
    .argument('<user>', WHO)
    .action(resetTwoFactor)
  users
    .command('disable')
    .description('keep an account from signing in, and sign it out everywhere')
    .argument('<user>', WHO)
    .action((who: string) => disable(who, true))
  users
    .command('enable')
    .description('let a disabled account sign in again')
    .argument('<user>', WHO)
    .action((who: string) => disable(who, false))
  users
    .command('delete')
    .description('delete an account with its posts, likes and pictures, for good')
    .argument('<user>', WHO)
    .option('--yes', 'do not ask')
    .action(remove)
  return users
}

async function list({ limit }: { limit: number }) {
  const { users, total } = await withServices(async ({ database }) => ({
    users: await database.user.findMany({ orderBy: { createdAt: 'desc' }, take: limit }),
    total: await database.user.count(),
  }))
  const rows = users.map((user) => ({
    username: user.username,
    name: user.displayName,
    email: user.email,
    since: user.createdAt.toISOString().slice(0, 10),
    state: user.disabledAt ? 'disabled' : '',
    id: toPublicId('User', user.id),
  }))
  console.log(table(rows))
  if (total > users.length) console.log(`… of ${total}. More with --limit.`)
}

async function create(
  username: string,
  { email, name, ...from }: { email: string; name?: string } & PasswordOption,
) {
  const password = await givenPassword(from)
  const signUp = readSignUp({
    username,
    email,
    name: name ?? username,
    password: password ?? madeUpPassword(),
  })
  const account = await withServices((services) => createAccount(services, signUp))
  console.log(`Made the account ${account.username} (${toPublicId('User', account.id)}).`)
  if (!password) console.log(`Password: ${signUp.password}`)
}

async function reset(who: string, from: PasswordOption) {
  const given = await givenPassword(from)
  const password = readPassword(given ?? madeUpPassword())
  const username = await withServices(async (services) => {
    const user = await findUser(services, who)
    await resetPassword(services, user.id, password)
    return user.username
  })
  console.log(`${username} has a new password and is signed out everywhere.`)
  if (!given) console.log(`Password: ${password}`)
}

async function resetTwoFactor(who: string) {
  const { username, wasOn } = await withServices(async (services) => {
    const { id, username } = await findUser(services, who)
    return { username, wasOn: await turnOffTwoFactor(services, id) }
  })
  console.log(
    wasOn ? `${username} signs in without a code now.` : `${username} was asked for no code.`,
  )
}

async function disable(who: string, disabled: boolean) {
  const username = await withServices(async (services) => {
    const user = await findUser(services, who)
    if (user.id === DEMO_USER_UUID)
      throw new OperatorError('The demo user is turned off by the setting DEMO_USER.')
    await setDisabled(services, user.id, disabled)
    return user.username
  })
  console.log(
    disabled ? `${username} is signed out and cannot sign in.` : `${username} can sign in again.`,
  )
}

async function remove(who: string, { yes }: { yes?: true }) {
  const username = await withServices(async (services) => {
    const user = await findUser(services, who)
    if (user.id === DEMO_USER_UUID)
      throw new OperatorError(
        'The demo user cannot be deleted; the setting DEMO_USER turns it off.',
      )
    if (!yes) await askToDelete(services, user)
    await deleteAccount(services, user.id)
    return user.username
  })
  console.log(`${username} is deleted, with everything that was theirs.`)
}

/** @throws OperatorError unless the answer is the username */
async function askToDelete(
  { database }: Services,
  { id, username }: { id: string; username: string },
) {
  if (!process.stdin.isTTY)
    throw new OperatorError(
      'Nothing was deleted: nobody can be asked here. Add --yes if you are sure.',
    )
  const posts = await database.post.count({ where: { authorId: id } })
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `This deletes ${username} and their posts (${posts}) for good. Type the username to go on: `,
  )
  terminal.close()
  if (answer.trim().toLowerCase() !== username) throw new OperatorError('Nothing was deleted.')
}

async function findUser(
  { database }: Services,
  who: string,
): Promise<{ id: string; username: string }> {
  const id = fromPublicId(who)
  const name = who.toLowerCase()
  const byName = name.includes('@') ? { email: name } : { username: name }
  const user = await database.user.findUnique({
    where: id?.type === 'User' ? { id: id.uuid } : byName,
    select: { id: true, username: true },
  })
  if (!user) throw new OperatorError(`There is no account "${who}".`)
  return user
}

async function givenPassword({ passwordStdin }: PasswordOption): Promise<string | undefined> {
  return passwordStdin && (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** 20 characters that cannot be mistaken for one another when they are read out: 98 bits. */
function madeUpPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
}

function readCount(given: string): number {
  const count = Number(given)
  if (!Number.isInteger(count) || count < 1 || count > 10_000)
    throw new InvalidArgumentError('It should be a number from 1 to 10000.')
  return count
}
