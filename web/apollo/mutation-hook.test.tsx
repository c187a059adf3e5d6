import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { useLikePostMutation } from '../features/like/LikeButton.generated.ts'
import { signInOffer } from '../lib/sign-in-offer.ts'
import { api } from '../test/api.ts'
import { ada } from '../test/data.ts'
import { network } from '../test/network.ts'
import { renderPart } from '../test/render.tsx'

let renders: number
let likePost: ReturnType<typeof useLikePostMutation>

async function renderCaller() {
  renders = 0
  await renderPart(<Caller />, ada)
}

function Caller() {
  likePost = useLikePostMutation()
  renders += 1
  return null
}

function mockLikePost(payload: object) {
  network.use(
    api.mutation('LikePost', () =>
      HttpResponse.json({
        data: {
          likePost: { __typename: 'LikePostPayload', post: null, userErrors: [], ...payload },
        },
      }),
    ),
  )
}

const refused = (userError: object) => ({
  __typename: 'LikePostPayload',
  post: null,
  userErrors: [userError],
})

const userError = {
  __typename: 'UserError',
  reason: null,
  message: 'That was a lot at once.',
}

test('a mutation does not render its caller again', async () => {
  mockLikePost({})
  await renderCaller()
  expect(renders).toBe(1)
  const outcome = await likePost({ postId: 'post_1' }, { successToast: { title: 'Sent' } })
  expect(outcome).toEqual({ __typename: 'LikePostPayload', post: null })
  expect(await screen.findByText('Sent')).toBeInTheDocument()
  expect(renders).toBe(1)
})

test('a user error is the title of one toast, and part of the outcome', async () => {
  mockLikePost({ userErrors: [userError] })
  await renderCaller()
  const outcome = await likePost({ postId: 'post_1' }, { successToast: { title: 'Sent' } })
  expect(outcome).toMatchObject({ error: { detail: userError.message, wasShown: true } })
  expect(await screen.findByText(userError.message)).toBeInTheDocument()
  expect(screen.queryByText('Sent')).toBeNull()
})

test('without a response, the toast says that something went wrong', async () => {
  network.use(api.mutation('LikePost', () => HttpResponse.error()))
  await renderCaller()
  const { error } = await likePost({ postId: 'post_1' })
  expect(error).toMatchObject({ detail: '', code: undefined, fields: {} })
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeInTheDocument()
})

const problem = (status: number, body: object) =>
  HttpResponse.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
const graphqlError = (status: number, message: string, reason?: string) =>
  HttpResponse.json(
    { errors: [{ message, extensions: { code: 'ANY', reason } }] },
    { status, headers: { 'content-type': 'application/graphql-response+json' } },
  )

test.each<[string, () => Response, string]>([
  [
    'a problem with a known code',
    () => problem(507, { code: 'OUT_OF_SPACE', detail: 'From the server' }),
    reasons.OUT_OF_SPACE,
  ],
  [
    'a problem with another code',
    () => problem(403, { code: 'FUTURE_REASON', detail: 'Wrong origin.' }),
    '403: Wrong origin.',
  ],
  [
    'a GraphQL error with a known reason',
    () => graphqlError(200, 'From the server', 'ACCOUNT_NOT_FOUND'),
    reasons.ACCOUNT_NOT_FOUND,
  ],
  [
    'a GraphQL error with a known reason and a status',
    () => graphqlError(403, 'From the server', 'ACCOUNT_NOT_FOUND'),
    reasons.ACCOUNT_NOT_FOUND,
  ],
  [
    'a GraphQL error without a reason',
    () => graphqlError(500, 'Something broke.'),
    '500: Something broke.',
  ],
  ['a plain response', () => HttpResponse.text('Resting', { status: 503 }), '503: Resting'],
])('%s is shown in words', async (_case, response, text) => {
  network.use(api.mutation('LikePost', response))
  await renderCaller()
  expect(await likePost({ postId: 'post_1' })).toMatchObject({ error: { detail: text } })
  expect(await screen.findByText(text)).toBeInTheDocument()
})

const payloadError = { ...userError, reason: 'SIGN_IN_FIRST' }
test.each<[string, () => Response]>([
  ['a user error', () => HttpResponse.json({ data: { likePost: refused(payloadError) } })],
  ['a GraphQL error', () => graphqlError(200, 'From the server', 'SIGN_IN_FIRST')],
  ['a GraphQL error with a status', () => graphqlError(401, 'From the server', 'SIGN_IN_FIRST')],
  ['a problem', () => problem(401, { code: 'SIGN_IN_FIRST', detail: 'From the server' })],
])('%s that needs signing in offers it, without a toast', async (_case, response) => {
  signInOffer.set(false)
  network.use(api.mutation('LikePost', response))
  await renderCaller()
  expect(await likePost({ postId: 'post_1' })).toMatchObject({ error: { code: 'SIGN_IN_FIRST' } })
  expect(signInOffer.get()).toBe(true)
  signInOffer.set(false)
  await likePost({ postId: 'post_1' }, { failureToast: null })
  expect(signInOffer.get()).toBe(false)
  expect(screen.queryByRole('status')).toBeNull()
})

test('mutations of one post are sent one after another, those of two posts together', async () => {
  const arrived: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  network.use(
    api.mutation('LikePost', async ({ variables }) => {
      arrived.push(variables.input.postId)
      await promise
      const likePost = { __typename: 'LikePostPayload', post: null, userErrors: [] }
      return HttpResponse.json({ data: { likePost } })
    }),
  )
  await renderCaller()
  const sent = ['post_1', 'post_1', 'post_2'].map((postId) => likePost({ postId }))
  // The two that are sent together may arrive in any order.
  await waitFor(() => expect(arrived.toSorted()).toEqual(['post_1', 'post_2']))
  resolve()
  await Promise.all(sent)
  expect(arrived).toHaveLength(3)
  expect(arrived[2]).toBe('post_1')
})
