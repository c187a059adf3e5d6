import fc, { type Arbitrary } from 'fast-check'

export const USERS = 4
export const DEVICES = 2

/** An action of a user on a device. */
export interface Command {
  action:
    | 'post'
    | 'delete'
    | 'like'
    | 'unlike'
    | 'share'
    | 'unshare'
    | 'follow'
    | 'unfollow'
    | 'rename'
    | 'sign out'
    | 'sign in'
    | 'read'
    | 'search'
    | 'read following'
  user: number
  device: number
  /** Selects a post among all of the run, or a user, modulo their number. */
  postIndex: number
}

const weights: [number, Command['action']][] = [
  [4, 'post'],
  [2, 'delete'],
  [6, 'like'],
  [4, 'unlike'],
  [4, 'share'],
  [3, 'unshare'],
  [4, 'follow'],
  [2, 'unfollow'],
  [1, 'rename'],
  [1, 'sign out'],
  [2, 'sign in'],
  [3, 'read'],
  [1, 'search'],
  [3, 'read following'],
]

const command: Arbitrary<Command> = fc.record({
  action: fc.oneof(
    ...weights.map(([weight, action]) => ({ weight, arbitrary: fc.constant(action) })),
  ),
  user: fc.nat({ max: USERS - 1 }),
  device: fc.nat({ max: DEVICES - 1 }),
  postIndex: fc.nat({ max: 20 }),
})

/** Batches of commands. Those of a batch run at the same time, at most one on each device. */
export const commandBatches: Arbitrary<Command[][]> = fc.array(
  fc.uniqueArray(command, {
    minLength: 1,
    maxLength: USERS * DEVICES,
    selector: ({ user, device }) => `${user} ${device}`,
  }),
  { minLength: 1, maxLength: 12, size: 'max' },
)
