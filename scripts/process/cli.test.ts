import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#api/test/totp.ts'
import { emptyDataDir, type Product, startProduct } from '../../e2e/server.ts'
import { type Ended, processesOn, runCommand } from './commands.ts'

const DATA_DIR = emptyDataDir()
let product: Product | undefined
afterAll(async () => {
  await product?.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const cli = (args: string[], input?: string): Promise<Ended> =>
  runCommand(['api/ops/cli/main.ts', ...args], { DATA_DIR }, input)

/** What a command prints when it succeeds. */
async function said(args: string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await cli(args, input)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** What a command complains of when it fails. */
async function refused(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  return stderr
}

describe('while no server lives, the database is started for the command', () => {
  test('a command on a database without tables says what to run', async () => {
    expect(await refused('user', 'list')).toBe(
      'The database is not at this version: run "npm run cli -- migrate" first.\n',
    )
  })

  test('migrate, and once more', async () => {
    expect(await said(['migrate'])).toMatch(/^Applied \d{14}_tables.*\.\n$/)
    expect(await said(['migrate'])).toBe('The database is up to date.\n')
    expect(processesOn(DATA_DIR)).toEqual([])
  })

  test('seed fills an empty database once', { timeout: 60_000 }, async () => {
    expect(await said(['seed'])).toBe('Loaded the demo content.\n')
    expect(await refused('seed')).toBe(
      'There are accounts already, so no demo content was loaded.\n',
    )
    expect((await said(['user', 'list'])).trim().split('\n')).toHaveLength(1 + 12)
  })
})

describe('while a server lives, commands work on its database', () => {
  beforeAll(async () => {
    product = await startProduct({ DATA_DIR, RATE_LIMIT: 'off' })
  }, 60_000)

  const address = (path: string) => `${product?.url}${path}`

  function signIn(username: string, password: string): Promise<Response> {
    const headers = { 'Content-Type': 'application/json' }
    return fetch(address('/api/auth/sign-in/username'), {
      method: 'POST',
      headers,
      body: JSON.stringify({ username, password }),
    })
  }

  async function whoIs(signedIn: Response): Promise<number> {
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    return (await fetch(address('/api/auth/user'), { headers: { cookie } })).status
  }

  test('an account is made with a password that signs in', async () => {
    const made = await said([
      'user',
      'create',
      'ada',
      '--email',
      'ada@example.com',
      '--name',
      'Ada Lovelace',
    ])
    expect(made).toMatch(/^Made the account ada \(user_\w{26}\)\.\nPassword: [a-z2-9]{20}\n$/)
    const signedIn = await signIn('ada', made.trim().split(' ').at(-1) ?? '')
    expect(signedIn.status).toBe(200)
    expect(await whoIs(signedIn)).toBe(200)
    expect(await said(['user', 'list', '--limit', '1'])).toContain('Ada Lovelace')
  })

  test('everything that is wrong with a new account is said', async () => {
    expect(await refused('user', 'create', 'a d', '--email', 'ada')).toBe(
      'A username has 3 to 30 letters a–z, digits or underscores.\nPlease enter an email address.\n',
    )
    expect(await refused('user', 'create', 'ada', '--email', 'other@example.com')).toBe(
      'That username is taken. Try another.\n',
    )
  })

  test('a new password ends every session and takes the place of the old one', async () => {
    await said(
      ['user', 'create', 'grace', '--email', 'grace@example.com', '--password-stdin'],
      'a first password\n',
    )
    const before = await signIn('grace', 'a first password')
    expect(
      await said(
        ['user', 'reset-password', 'Grace@Example.com', '--password-stdin'],
        'a second password\n',
      ),
    ).toBe('grace has a new password and is signed out everywhere.\n')
    expect(await whoIs(before)).toBe(401)
    expect((await signIn('grace', 'a first password')).status).toBe(401)
    expect(await whoIs(await signIn('grace', 'a second password'))).toBe(200)
  })

  test('whoever lost app and recovery codes is asked for the password alone', async () => {
    const password = 'a long password'
    await said(
      ['user', 'create', 'edith', '--email', 'edith@example.com', '--password-stdin'],
      password,
    )
    const [cookie = ''] = (await signIn('edith', password)).headers.getSetCookie()
    const call = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json', Cookie: cookie.split(';')[0] ?? '' }
      const answer = await fetch(address(`/api/auth/two-factor/${path}`), {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await answer.json()) as Record<string, string>
    }
    const { key = '' } = await call('start', { password })
    await call('confirm', { code: codeOf(key) })
    expect((await signIn('edith', password)).status).toBe(401)
    expect(await said(['user', 'reset-two-factor', 'edith'])).toBe(
      'edith signs in without a code now.\n',
    )
    expect((await signIn('edith', password)).status).toBe(200)
    expect(await said(['user', 'reset-two-factor', 'edith'])).toBe('edith was asked for no code.\n')
  })

  test('a disabled account is signed out and cannot sign in until it is enabled', async () => {
    await said(
      ['user', 'create', 'alan', '--email', 'alan@example.com', '--password-stdin'],
      'a long password',
    )
    const before = await signIn('alan', 'a long password')
    expect(await said(['user', 'disable', 'alan'])).toBe('alan is signed out and cannot sign in.\n')
    expect(await whoIs(before)).toBe(401)
    expect((await signIn('alan', 'a long password')).ok).toBe(false)
    expect(await said(['user', 'enable', 'alan'])).toBe('alan can sign in again.\n')
    expect(await whoIs(await signIn('alan', 'a long password'))).toBe(200)
  })

  test('a deleted account is gone with its sessions and posts, while the server lives', async () => {
    await said(
      ['user', 'create', 'mary', '--email', 'mary@example.com', '--password-stdin'],
      'a long password',
    )
    const signedIn = await signIn('mary', 'a long password')
    expect(await refused('user', 'delete', 'mary')).toBe(
      'Nothing was deleted: nobody can be asked here. Add --yes if you are sure.\n',
    )
    expect(await whoIs(signedIn)).toBe(200)
    expect(await said(['user', 'delete', 'mary', '--yes'])).toBe(
      'mary is deleted, with everything that was theirs.\n',
    )
    expect(await whoIs(signedIn)).toBe(401)
    expect(await refused('user', 'delete', 'mary', '--yes')).toBe('There is no account "mary".\n')
  })

  test('a hidden post is gone from the feed until it is shown again', async () => {
    const newest = async () =>
      ((await (await fetch(address('/api/posts?limit=1'))).json()) as { id: string }[])[0]?.id ?? ''
    const id = await newest()
    expect(await said(['post', 'hide', id])).toBe(`Nobody sees ${id} any more.\n`)
    expect(await newest()).not.toBe(id)
    expect(await said(['post', 'unhide', id])).toBe(`Everybody sees ${id} again.\n`)
    expect(await newest()).toBe(id)
  })

  test('the demo user is made as it was at first', async () => {
    const user = async () =>
      (await (await fetch(address('/api/users/demo-user'))).json()) as { bio: string }
    const { bio } = await user()
    const body = JSON.stringify({ bio: 'Somebody tried this line.' })
    await fetch(address('/api/users/demo-user'), {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(await user()).toMatchObject({ bio: 'Somebody tried this line.' })
    expect(await said(['demo', 'reset'])).toBe('The demo user is as it was at first.\n')
    expect(await user()).toMatchObject({ bio })
  })

  test.each([
    [['user', 'disable', 'nobody_here'], 'There is no account "nobody_here".\n'],
    [['user', 'disable', 'demo-user'], 'The demo user is turned off by the setting DEMO_USER.\n'],
    [
      ['user', 'delete', 'demo-user', '--yes'],
      'The demo user cannot be deleted; the setting DEMO_USER turns it off.\n',
    ],
    [['user', 'reset-password', 'demo-user'], 'That account has no password.\n'],
    [['post', 'hide', 'something'], '"something" is no post\'s id.\n'],
    [
      ['post', 'hide', 'post_01h455vb4pex5vsknk084sn02q'],
      'There is no post post_01h455vb4pex5vsknk084sn02q.\n',
    ],
  ])('%j is refused in one sentence', async (args, sentence) => {
    expect(await refused(...args)).toBe(sentence)
  })
})

test('--help lists the commands', async () => {
  const help = await said(['--help'])
  for (const command of ['migrate', 'seed', 'demo', 'user', 'post'])
    expect(help).toMatch(new RegExp(`^  ${command} `, 'm'))
})
