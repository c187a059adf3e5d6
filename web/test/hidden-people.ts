import { HttpResponse } from 'msw'
import { answerMutation, api } from './api.ts'
import { ada, bo, connection } from './data.ts'
import { network } from './network.ts'
import type { MutationTypes } from './operations.generated.ts'

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
    const page = users.slice(start, end).map((user) => stateOf(people, user))
    return connection('User', page, users.length > end ? String(end) : null)
  }
  const change = (name: keyof MutationTypes, list: keyof HiddenPeople, hidden: (typeof bo)[]) =>
    answerMutation(name, () => {
      people[list] = hidden
      return { user: stateOf(people, bo) }
    })
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
    change('MuteUser', 'muted', [bo]),
    change('UnmuteUser', 'muted', []),
    change('BlockUser', 'blocked', [bo]),
    change('UnblockUser', 'blocked', []),
  )
}
