import type { TestBrowser } from '#api/test/people/browser.ts'

/** Runs a mutation. @returns a field of its payload */
export async function mutate<Result>(
  browser: TestBrowser,
  name: string,
  input: Record<string, unknown>,
  [field, selection]: readonly [field: string, selection: string],
): Promise<Result> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${field} ${selection} userErrors { code message } } }`
  const response = await browser.fetch('/graphql', { json: { query, variables: { input } } })
  const text = await response.text()
  const payload = JSON.parse(text).data?.[name]
  if (!payload?.[field]) throw new Error(`${name} returned ${text}`)
  return payload[field] as Result
}
