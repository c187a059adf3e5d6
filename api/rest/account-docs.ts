import * as z from 'zod'
import * as accountApi from '#rules/account-api.ts'
import { descriptions } from './account-descriptions.ts'
import { inputSchema } from './json-schema.ts'
import type { Route } from './route.ts'

const methods = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const

/** The schema of each parameter in a path. */
const parameters: Readonly<Record<string, z.core.$ZodType>> = {
  id: z.uuid().meta({
    description: 'Its id in the list.',
    examples: ['019aaf5e-8a00-7000-8000-000000000000'],
  }),
  code: z.string().meta({
    description: 'The last part of the invitation’s link.',
    examples: ['Zm9yIGEgd2FybSBjdXAgb2Yg'],
  }),
}

const examples: Readonly<Record<string, unknown>> = {
  name: 'Ann Lee',
  username: 'ann_lee',
  email: 'ann@example.org',
  password: 'sunny day 1',
  currentPassword: 'sunny day 1',
  newPassword: 'a rainy evening',
  code: '123456',
  token: 'the token of the link',
  response: { id: 'AQID', rawId: 'AQID', type: 'public-key', response: {} },
}

/** The account routes, as the documentation describes them. */
export const accountRoutes: readonly Route[] = Object.entries(accountApi)
  .map(([name, route]) => toRoute(name, route))
  .toSorted((a, b) => a.tag.localeCompare(b.tag))

function toRoute(name: string, account: accountApi.AccountRoute): Route {
  const { method, path, request, whileSuspended: _, ...route } = account
  const setting = account.needs && ` Not found without the setting \`${account.needs}\`.`
  return {
    ...route,
    name,
    description: `${descriptions[name as keyof typeof accountApi]}${setting ?? ''}`,
    method: methods[method],
    path: path.replace('/api', ''),
    ...paramsOf(path),
    ...(request && { body: request, example: exampleOf(request) }),
  }
}

function paramsOf(path: string): Pick<Route, 'params'> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.length === 0) return {}
  return { params: z.object(Object.fromEntries(names.map((name) => [name, parameters[name]]))) }
}

/** A body with the required fields, and the password that most accounts have. */
function exampleOf(request: z.core.$ZodType): object {
  const { properties = {}, required = [] } = inputSchema(request)
  const names = Object.keys(properties)
  const needed = names.filter((name) => required.includes(name) || name === 'password')
  const used = needed.length > 0 ? needed : names
  return Object.fromEntries(used.map((name) => [name, examples[name]]))
}
