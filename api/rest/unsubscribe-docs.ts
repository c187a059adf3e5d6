import * as z from 'zod'
import { unsubscribePath } from '#rules/paths.ts'
import type { Route } from './route.ts'

const page = {
  path: unsubscribePath('{token}').replace('/api', ''),
  tag: 'Notifications',
  session: false,
  status: 200,
  file: 'text/html',
  errors: ['NOT_FOUND'],
  params: z.object({
    token: z.string().meta({
      description: 'The token in the link of the email.',
      examples: ['the token of the link'],
    }),
  }),
} as const satisfies Partial<Route>

/** The links of the weekly email, as the documentation describes them. */
export const unsubscribeRoutes: readonly Route[] = [
  {
    ...page,
    name: 'confirmUnsubscribe',
    method: 'get',
    summary: 'Get a page with a button that ends the weekly email',
    description: 'For people. Programs follow links in emails, so opening it changes nothing.',
  },
  {
    ...page,
    name: 'unsubscribe',
    method: 'post',
    summary: 'End the weekly email (idempotent)',
    description: 'One click in an email client (RFC 8058). Takes a form and reads no cookie.',
  },
]
