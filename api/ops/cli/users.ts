import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import type { Services } from '#api/context.ts'
import { deleteAccount } from '#api/features/auth/account/delete-account.write.ts'
import { readPassword } from '#api/features/auth/common/account-input.ts'
import { readBody } from '#api/features/auth/common/read-body.ts'
import {
  createAccount,
  resetPassword,
  setDisabled,
  setRole,
} from '#api/features/auth/creation/account.write.ts'
import { turnOffTwoFactor } from '#api/features/auth/two-factor/two-factor.write.ts'
import { DEMO_USER_UUID, toPublicId } from '#api/lib/ids.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { randomText, UNAMBIGUOUS } from '#api/lib/random-text.ts'
import * as accountApi from '#rules/account-api.ts'
import { findUser, USER_HELP } from './find-user.ts'
import { formatTable } from './table.ts'
import { wholeNumber } from './whole-number.ts'
import { withServices } from './with-database.ts'

const PASSWORD_STDIN = [
  '--password-stdin',
  'read the password from standard input instead of generating one',
] as const
const ROLES = ['admin', 'moderator', 'member'] as const
const ROLE_OF = { admin: 'ADMIN', moderator: 'MODERATOR', member: 'MEMBER' } as const
const ARTICLE_OF = { admin: 'an', moderator: 'a', member: 'a' } as const

interface PasswordOption {
  passwordStdin?: true
}

export function userCommands(): Command {
  const users = new Command('user').description('accounts')
  users
    .command('list')
    .description('list the newest accounts')
    .option('--limit <number>', 'the maximum number of accounts', wholeNumber(10_000), 50)
    .action(list)
  users
    .command('create')
    .description('create an account and print its password')
    .argument('<username>')
    .requiredOption('--email <email>')
    .option('--name <name>', 'the display name; the default is the username')
    .option(...PASSWORD_STDIN)
    .action(create)
  users
    .command('reset-password')
    .description('set a new password, print it, and sign the account out everywhere')
    .argument('<user>', USER_HELP)
    .option(...PASSWORD_STDIN)
    .action(reset)
  users
    .command('reset-two-factor')
    .description('turn off two-step sign-in, for someone who lost their app and recovery codes')
    .argument('<user>', USER_HELP)
    .action(resetTwoFactor)
  users
    .command('disable')
    .description('block an account from signing in, and sign it out everywhere')
    .argument('<user>', USER_HELP)
    .action((who: string) => disable(who, true))
  users
    .command('enable')
    .description('let a disabled account sign in again')
    .argument('<user>', USER_HELP)
    .action((who: string) => disable(who, false))
  users
    .command('promote')
    .description('make an account a moderator or an administrator, or a member again')
    .argument('<user>', USER_HELP)
    .addOption(new Option('--role <role>', 'the new role').choices(ROLES).makeOptionMandatory())
    .action(promote)
  users
    .command('delete')
    .description('delete an account with its posts, likes and pictures, for good')
    .argument('<user>', USER_HELP)
    .option('--yes', 'skip the confirmation')
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
  console.log(formatTable(rows))
  if (total > users.length) console.log(`… of ${total}. More with --limit.`)
}

async function create(
  username: string,
  { email, name, ...options }: { email: string; name?: string } & PasswordOption,
) {
  const password = await readPasswordOption(options)
  const body = { username, email, name: name ?? username, password: password ?? generatePassword() }
  const signUp = readBody(accountApi.signUp, { body })
  const account = await withServices((services) => createAccount(services, signUp))
  console.log(`Created the account ${account.username} (${toPublicId('User', account.id)}).`)
  if (!password) console.log(`Password: ${signUp.password}`)
}

async function reset(who: string, options: PasswordOption) {
  const supplied = await readPasswordOption(options)
  const password = readPassword(supplied ?? generatePassword())
  const username = await withServices(async (services) => {
    const user = await findUser(services, who)
    await resetPassword(services, user.id, password)
    return user.username
  })
  console.log(`${username} has a new password and is signed out everywhere.`)
  if (!supplied) console.log(`Password: ${password}`)
}

async function resetTwoFactor(who: string) {
  const { username, wasOn } = await withServices(async (services) => {
    const { id, username } = await findUser(services, who)
    return { username, wasOn: await turnOffTwoFactor(services, id) }
  })
  console.log(
    wasOn
      ? `${username} now signs in without a code.`
      : `${username} does not use two-step sign-in.`,
  )
}

async function disable(who: string, disabled: boolean) {
  const username = await withServices(async (services) => {
    const user = await findUser(services, who)
    if (user.id === DEMO_USER_UUID)
      throw new OperatorError('To turn the demo user off, set DEMO_USER to off.')
    await setDisabled(services, user.id, disabled)
    return user.username
  })
  console.log(
    disabled ? `${username} is signed out and can't sign in.` : `${username} can sign in again.`,
  )
}

async function promote(who: string, { role }: { role: (typeof ROLES)[number] }) {
  const username = await withServices(async (services) => {
    const user = await findUser(services, who)
    if (user.id === DEMO_USER_UUID)
      throw new OperatorError('Everyone shares the demo user, so it stays a member.')
    await setRole(services, user.id, ROLE_OF[role])
    return user.username
  })
  console.log(`${username} is now ${ARTICLE_OF[role]} ${role}.`)
}

async function remove(who: string, { yes }: { yes?: true }) {
  const username = await withServices(async (services) => {
    const user = await findUser(services, who)
    if (user.id === DEMO_USER_UUID)
      throw new OperatorError(
        "The demo user can't be deleted. To turn it off, set DEMO_USER to off.",
      )
    if (!yes) await confirmDeletion(services, user)
    await deleteAccount(services, user.id)
    return user.username
  })
  console.log(`Deleted ${username} and all their data.`)
}

/** @throws OperatorError unless the operator types the username */
async function confirmDeletion(
  { database }: Services,
  { id, username }: { id: string; username: string },
) {
  if (!process.stdin.isTTY)
    throw new OperatorError(
      "Nothing was deleted: there's no terminal to confirm it. Add --yes if you're sure.",
    )
  const posts = await database.post.count({ where: { authorId: id } })
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const input = await terminal.question(
    `This deletes ${username} and their posts (${posts}) for good. Type the username to continue: `,
  )
  terminal.close()
  if (input.trim().toLowerCase() !== username) throw new OperatorError('Nothing was deleted.')
}

async function readPasswordOption({ passwordStdin }: PasswordOption): Promise<string | undefined> {
  return passwordStdin && (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** About 99 bits of entropy. */
const generatePassword = () => randomText(20, UNAMBIGUOUS)
