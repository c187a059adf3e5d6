import fc, { type Arbitrary } from 'fast-check'

export const USERS = 4
export const DEVICES = 2

/** What somebody does on one of their devices. */
export interface Command {
  does:
    | 'post'
    | 'delete'
    | 'like'
    | 'unlike'
    | 'rename'
    | 'sign out'
    | 'sign in'
    | 'read'
    | 'search'
  user: number
  device: number
  /** Chooses the post, among all there ever were. */
  which: number
}

const weights: [number, Command['does']][] = [
  [4, 'post'],
  [2, 'delete'],
  [6, 'like'],
  [4, 'unlike'],
  [1, 'rename'],
  [1, 'sign out'],
  [2, 'sign in'],
  [3, 'read'],
  [1, 'search'],
]

const command: Arbitrary<Command> = fc.record({
  does: fc.oneof(...weights.map(([weight, does]) => ({ weight, arbitrary: fc.constant(does) }))),
  user: fc.nat({ max: USERS - 1 }),
  device: fc.nat({ max: DEVICES - 1 }),
  which: fc.nat({ max: 20 }),
})

/** Some do something at the same time, each device one thing; then some do something again. */
export const days: Arbitrary<Command[][]> = fc.array(
  fc.uniqueArray(command, {
    minLength: 1,
    maxLength: USERS * DEVICES,
    selector: ({ user, device }) => `${user} ${device}`,
  }),
  { minLength: 1, maxLength: 12, size: 'max' },
)
