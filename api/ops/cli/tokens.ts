import { Command, InvalidArgumentError } from 'commander'
import { checkToken, tokenNotFound } from '#api/features/api-token/api-token.rules.ts'
import { createApiToken, revokeApiToken } from '#api/features/api-token/api-token.write.ts'
import { DEMO_USER_UUID, fromPublicId, isoTimeOf, toPublicId } from '#api/lib/ids.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import * as fields from '#rules/fields.ts'
import { isTokenScope, type TokenScope, tokenScopes } from '#rules/token-scopes.ts'
import { findUser, USER_HELP } from './find-user.ts'
import { formatTable } from './table.ts'
import { wholeNumber } from './whole-number.ts'
import { withServices } from './with-database.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_DAYS = 36_500

interface CreateOptions {
  name: string
  scopes: TokenScope[]
  days?: number
}

export function tokenCommands(): Command {
  const tokens = new Command('token').description('API tokens, with which programs act as accounts')
  tokens
    .command('create')
    .description('create a token and print its secret')
    .argument('<user>', USER_HELP)
    .requiredOption('--name <name>', 'what the token is for', readName)
    .option('--scopes <scopes>', `separated by commas: ${tokenScopes.join(', ')}`, readScopes, [])
    .option(
      '--days <number>',
      'how many days it works; the default is until it is revoked',
      wholeNumber(MAX_DAYS),
    )
    .action(create)
  tokens
    .command('list')
    .description("list an account's tokens")
    .argument('<user>', USER_HELP)
    .action(list)
  tokens
    .command('revoke')
    .description('end a token at once')
    .argument('<token>', 'the id of the token, from the list')
    .action(revoke)
  return tokens
}

async function create(who: string, { name, scopes, days }: CreateOptions) {
  const expiresAt = days === undefined ? null : new Date(Date.now() + days * DAY_MS)
  const { username, secret } = await withServices(async (services) => {
    const { id: userId, username, disabledAt } = await findUser(services, who)
    if (userId === DEMO_USER_UUID)
      throw new OperatorError('Everyone shares the demo user, so it has no API tokens.')
    if (disabledAt)
      throw new OperatorError(
        `${username} is disabled. Run "npm run cli -- user enable ${username}" first.`,
      )
    const token = { userId, name, ...checkToken({ scopes, expiresAt }) }
    return { username, ...(await createApiToken(services, token)) }
  })
  console.log(secret)
  console.log(`It acts as ${username}. It is not shown again.`)
}

async function list(who: string) {
  const { username, tokens } = await withServices(async (services) => {
    const { id: userId, username } = await findUser(services, who)
    const found = { where: { userId }, orderBy: { id: 'desc' } } as const
    return { username, tokens: await services.database.apiToken.findMany(found) }
  })
  if (tokens.length === 0) return console.log(`${username} has no API tokens.`)
  const rows = tokens.map(({ id, name, scopes, lastUsedAt, expiresAt }) => ({
    name,
    scopes: scopes.join(','),
    created: isoTimeOf(id),
    'last used': lastUsedAt?.toISOString() ?? 'never',
    expires: expiresAt?.toISOString() ?? 'never',
    id: toPublicId('ApiToken', id),
  }))
  console.log(formatTable(rows))
}

async function revoke(id: string) {
  const key = fromPublicId(id)
  if (key?.type !== 'ApiToken') throw new OperatorError(`"${id}" is not the id of a token.`)
  const name = await withServices(async (services) => {
    const token = await services.database.apiToken.findUnique({ where: { id: key.uuid } })
    if (!token) throw tokenNotFound()
    return (await revokeApiToken(services, token.userId, token.id)).name
  })
  console.log(`The token "${name}" no longer works.`)
}

function readName(argument: string): string {
  const { success, data } = fields.apiTokenName.safeParse(argument)
  if (!success) throw new InvalidArgumentError('Enter a name of at most 50 characters.')
  return data
}

function readScopes(argument: string): TokenScope[] {
  const scopes = argument.split(',').map((each) => each.trim())
  if (!scopes.every(isTokenScope))
    throw new InvalidArgumentError(`Choose from ${tokenScopes.join(', ')}.`)
  return scopes
}
