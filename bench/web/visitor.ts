import { createBrowser } from '../../api/test/people/browser.ts'

/** The account of the signed-in browser. */
export interface Account {
  /** The `Cookie` header of its requests. */
  cookie: string
  /** Sends a GraphQL operation. */
  graphql<Data>(query: string): Promise<Data>
}

export async function signUp(origin: string): Promise<Account> {
  const browser = createBrowser(origin)
  await browser.signUp({ name: 'Robin Bench', username: 'robin_bench' })
  return {
    cookie: browser.cookieHeader(),
    async graphql<Data>(query: string) {
      const response = await browser.fetch('/graphql', { json: { query } })
      const { data, errors } = (await response.json()) as {
        data: Data
        errors?: { message: string }[]
      }
      if (errors?.[0]) throw new Error(errors[0].message)
      return data
    },
  }
}
