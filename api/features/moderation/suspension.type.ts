import type { Suspension } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'

export const SuspensionObject = builder.objectRef<Suspension>('Suspension').implement({
  description: 'While it lasts, the account can only read, appeal and leave.',
  fields: (t) => ({
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'Null until a moderator lifts it.',
    }),
  }),
})
