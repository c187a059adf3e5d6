import { HttpResponse } from 'msw'
import { api } from './api.ts'
import { ada, bo } from './data.ts'
import { network } from './network.ts'

/** The people whom the viewer mutes and blocks, on the mocked server. */
export interface HiddenPeople {
  muted: (typeof bo)[]
  blocked: (typeof bo)[]
}

const PAGE_SIZE = 20

const stateOf = (people: HiddenPeople, user: typeof bo) => ({
  ...user,
  isMuted: people.muted.includes(user),
  isBlocked: people.blocked.includes(user),
})

/** Mocks the lists, and the mutations that change them. */
export function mockHiddenPeople(people: HiddenPeople = { muted: [], blocked: [] }) {
  const listOf = (users: (typeof bo)[], after: string | null | undefined) => {
    const start = Number(after ?? 0)
    const end = start + PAGE_SIZE
    return {
      __typename: 'UserConnection' as const,
      edges: users.slice(start, end).map((user) => ({
        __typename: 'UserEdge' as const,
        node: stateOf(people, user),
      })),
      pageInfo: {
        __typename: 'PageInfo' as const,
        endCursor: String(end),
        hasNextPage: users.length > end,
      },
    }
  }
  const change = (list: keyof HiddenPeople, isHidden: boolean) => {
    people[list] = isHidden ? [bo] : []
    return { user: stateOf(people, bo), userErrors: [] }
  }
  network.use(
    api.query('HiddenPeople', ({ variables }) =>
      HttpResponse.json({
        data: {
          viewer: {
            __typename: 'User',
            id: ada.id,
            ...(variables.withMutes !== false && {
              mutedUsers: listOf(people.muted, variables.mutesAfter),
            }),
            ...(variables.withBlocks !== false && {
              blockedUsers: listOf(people.blocked, variables.blocksAfter),
            }),
          },
        },
      }),
    ),
    api.mutation('MuteUser', () =>
      HttpResponse.json({
        data: { muteUser: { __typename: 'MuteUserPayload', ...change('muted', true) } },
      }),
    ),
    api.mutation('UnmuteUser', () =>
      HttpResponse.json({
        data: { unmuteUser: { __typename: 'UnmuteUserPayload', ...change('muted', false) } },
      }),
    ),
    api.mutation('BlockUser', () =>
      HttpResponse.json({
        data: { blockUser: { __typename: 'BlockUserPayload', ...change('blocked', true) } },
      }),
    ),
    api.mutation('UnblockUser', () =>
      HttpResponse.json({
        data: { unblockUser: { __typename: 'UnblockUserPayload', ...change('blocked', false) } },
      }),
    ),
  )
}
