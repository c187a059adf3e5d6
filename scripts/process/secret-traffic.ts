import sharp from 'sharp'
import { expect } from 'vitest'
import { type BrowserRequest, createBrowser, type TestBrowser } from '#api/test/people/browser.ts'
import { codeOf } from '#api/test/people/totp.ts'
import type { BucketServer } from '#api/test/servers/bucket-server.ts'
import type { MailServer } from '#api/test/servers/mail-server.ts'
import { type Person, signInAtProvider } from '#api/test/servers/oidc-provider.ts'
import { OIDC_START } from '#rules/oidc.ts'
import { secrets } from './secret-values.ts'

const MIN_TOKEN_LENGTH = 16
const CREATE_POST = `mutation CreatePost($input: CreatePostInput!) {
  createPost(input: $input) { post { id } userErrors { message } }
}`
const SEARCH =
  'query Explore($query: String!) { search(query: $query, first: 3) { nodes { content } } }'

/** Sends requests full of secrets, and collects error responses and the tokens that it receives. */
export class SecretTraffic {
  readonly errors: string[] = []
  readonly tokens = new Set<string>()
  requests = 0
  readonly #browser: TestBrowser
  readonly #mailServer: MailServer

  constructor(url: string, mailServer: MailServer) {
    this.#browser = createBrowser(url)
    this.#mailServer = mailServer
  }

  async send(address: string, request: BrowserRequest = {}): Promise<Response> {
    const response = await this.#browser.fetch(address, request)
    for (const value of this.#browser.cookies.values())
      for (const part of decodeURIComponent(value).split('.'))
        if (part.length >= MIN_TOKEN_LENGTH) this.tokens.add(part)
    this.requests++
    // HTML pages show members their own data, whatever the status.
    if (response.status >= 400 && !response.headers.get('content-type')?.startsWith('text/html'))
      this.errors.push(await response.clone().text())
    return response
  }

  graphql(query: string, variables: Record<string, unknown> = {}): Promise<Response> {
    return this.send('/graphql', { json: { query, variables } })
  }

  createPost(input: Record<string, unknown>): Promise<Response> {
    return this.graphql(CREATE_POST, { input })
  }

  async tokenFromEmail(): Promise<string> {
    const { text = '' } = await this.#mailServer.next()
    const token = /#[\w-]+=([\w-]{43,})$/m.exec(text)?.[1] ?? ''
    expect(token).not.toBe('')
    this.tokens.add(token)
    return token
  }

  /** Uses every part of the product; stops the bucket before the last upload. */
  async useEverything(bucket: BucketServer): Promise<void> {
    const { email, resetPassword } = secrets
    await this.#signUp()
    await this.#signIn()
    await this.#changePassword()
    await this.#resetPassword()
    await this.#twoFactor({ email, password: resetPassword })
    await this.#signInWithProvider({ forgery: 'signature' })
    await this.#signInWithProvider({})
    await this.tokenFromEmail()
    await this.send('/api/auth/send-verification', { json: {} })
    await this.send('/api/auth/verify-email', { json: { token: await this.tokenFromEmail() } })
    await this.#changeEmail()
    await this.send('/api/auth/sign-in/email', { json: { email, password: resetPassword } })
    await this.#postAndSearch()
    await this.#uploadPicture(await png(9, '#f80'))
    await this.#uploadPicture(Buffer.from(secrets.bio))
    await this.#visitPages()
    await bucket.stop()
    await this.#uploadPicture(await png(8, '#08f'))
  }

  /** Of the provider's account, which has just signed in. The earlier address gets a note. */
  async #changeEmail() {
    await this.send('/api/auth/change-email', { json: { email: secrets.movedEmail } })
    await this.send('/api/auth/verify-email', { json: { token: await this.tokenFromEmail() } })
    expect((await this.#mailServer.next()).subject).toBe('Your email address was changed')
  }

  async #signUp() {
    const { name, email, password, wrongPassword, otherEmail } = secrets
    const signUp = (json: object) => this.send('/api/auth/sign-up/email', { json })
    await signUp({ name, username: 'quillon', email, password })
    const token = await this.tokenFromEmail()
    for (const attempt of [wrongPassword, password])
      await this.send('/api/auth/sign-up/confirm', { json: { token, password: attempt } })
    await signUp({ name, username: 'quillon_2', email, password })
    expect((await this.#mailServer.next()).subject).toBe('You already have an account')
    await signUp({ name: '', username: '!', email: otherEmail, password })
  }

  async #signIn() {
    const { email, password, wrongPassword, otherEmail } = secrets
    const signIn = (json: object) => this.send('/api/auth/sign-in/email', { json })
    await signIn({ email: otherEmail, password: wrongPassword })
    await signIn({ email, password: wrongPassword })
    await signIn({ email, password })
    await this.send('/api/auth/sign-in/email', {
      method: 'POST',
      body: `{"password": "${password}"`,
      headers: { 'content-type': 'application/json' },
    })
  }

  async #changePassword() {
    const { email, password, wrongPassword, newPassword } = secrets
    for (const currentPassword of [wrongPassword, password])
      await this.send('/api/auth/change-password', { json: { currentPassword, newPassword } })
    await this.send('/api/auth/sign-in/email', { json: { email, password: newPassword } })
  }

  async #resetPassword() {
    const { email, newPassword, resetPassword, otherEmail } = secrets
    await this.send('/api/auth/verify-email', { json: { token: newPassword } })
    await this.send('/api/auth/request-password-reset', { json: { email: otherEmail } })
    await this.send('/api/auth/request-password-reset', { json: { email } })
    await this.send('/api/auth/reset-password', {
      json: { token: await this.tokenFromEmail(), password: resetPassword },
    })
    await this.send('/api/auth/sign-in/email', { json: { email, password: resetPassword } })
  }

  async #twoFactor(account: { email: string; password: string }) {
    const started = await this.send('/api/auth/two-factor/start', { json: account })
    const { key } = (await started.json()) as { key: string }
    const confirm = (code: string) => this.send('/api/auth/two-factor/confirm', { json: { code } })
    await confirm('000000')
    const confirmed = await confirm(codeOf(key))
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
    for (const secret of [key, ...recoveryCodes]) this.tokens.add(secret)
    for (const code of [undefined, '123123', recoveryCodes[0]])
      await this.send('/api/auth/sign-in/email', { json: { ...account, code } })
    const turnedOff = await this.send('/api/auth/two-factor/turn-off', { json: account })
    expect(turnedOff.status).toBe(204)
  }

  /** Collects the state, nonce, challenge and code, which pass through the browser. */
  async #signInWithProvider(about: Partial<Person>) {
    this.#browser.cookies.clear()
    const authorizationUrl = (await this.send(OIDC_START)).headers.get('location') ?? ''
    const callbackUrl = await signInAtProvider(authorizationUrl, {
      sub: secrets.providerSubject,
      email: secrets.providerEmail,
      name: secrets.name,
      ...about,
    })
    for (const url of [authorizationUrl, callbackUrl])
      for (const name of ['state', 'nonce', 'code_challenge', 'code']) {
        const value = new URL(url).searchParams.get(name)
        if (value) this.tokens.add(value)
      }
    const callbackPath = callbackUrl.slice(new URL(callbackUrl).origin.length)
    expect((await this.send(callbackPath)).status).toBe(302)
  }

  async #postAndSearch() {
    const { post, search, link, alt, bio } = secrets
    for (let time = 0; time < 2; time++) {
      await this.createPost({ content: post, imageUrl: link, imageAlt: alt })
      await this.graphql(SEARCH, { query: search })
    }
    await this.createPost({ content: post.repeat(20) })
    await this.graphql(`{ search(query: "${search}", first: 1000) { nodes { content } } }`)
    await this.graphql(`{ user(username: "${search}"`)
    await this.send('/api/posts', { json: { content: post } })
    await this.send('/api/posts', { json: { content: post.repeat(20) } })
    await this.send(`/api/search?q=${search}`)
    await this.send(`/${search}?q=${search}`)
    await this.send('/api/users/quillon', { json: { bio }, method: 'PATCH' })
  }

  async #visitPages() {
    for (const address of [
      '/api/auth/user',
      '/api/auth/sessions',
      '/api/auth/account',
      '/settings',
      '/profile/quillon',
      '/api/auth/export',
    ])
      await (await this.send(address)).arrayBuffer()
  }

  #uploadPicture(bytes: Buffer): Promise<Response> {
    const body = new FormData()
    const file = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
    body.append('file', file, `${secrets.search}.png`)
    return this.send('/api/media', { method: 'POST', body })
  }
}

function png(side: number, background: string): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()
}
