/** The account of the signed-in browser. */
export interface Account {
  /** The `Cookie` header of its requests. */
  cookie: string
  /** Sends a GraphQL operation. */
  graphql<Data>(query: string): Promise<Data>
}

export async function signUp(origin: string): Promise<Account> {
  const headers = { Origin: origin, 'Content-Type': 'application/json' }
  const body = {
    name: 'Robin Bench',
    username: 'robin_bench',
    email: 'robin@example.com',
    password: 'a warm cup of tea',
  }
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Sign-up failed: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    cookie,
    async graphql<Data>(query: string) {
      const response = await fetch(`${origin}/graphql`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify({ query }),
      })
      const { data, errors } = (await response.json()) as {
        data: Data
        errors?: { message: string }[]
      }
      if (errors?.[0]) throw new Error(errors[0].message)
      return data
    },
  }
}
