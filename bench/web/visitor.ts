/** An account that the browser is signed in with. */
export interface Account {
  /** The `Cookie` header of its requests. */
  cookie: string
  /** Sends a GraphQL operation. */
  graphql<Data>(query: string): Promise<Data>
}

/** Makes an account on the product at `origin`. */
export async function signUp(origin: string): Promise<Account> {
  const headers = { Origin: origin, 'Content-Type': 'application/json' }
  const body = {
    name: 'Robin Bench',
    username: 'robin_bench',
    email: 'robin@example.com',
    password: 'a warm cup of tea',
  }
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The account could not be made: ${await answer.text()}`)
  const cookie = answer.headers
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
