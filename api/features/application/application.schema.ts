import { consumeWriteLimit } from '#api/actor.ts'
import type { Application } from '#api/database/generated/prisma/client.ts'
import { builder } from '#api/graphql/builder.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { loadedWith } from '#api/graphql/token-scopes.ts'
import { isoTimeOf } from '#api/lib/ids.ts'
import { applicationsById, applicationsPage } from './application.read.ts'
import { parseApplicationId } from './application.rules.ts'
import { approveApplication, declineApplication } from './application.write.ts'

const ApplicationNode = builder.node(builder.objectRef<Application>('Application'), {
  id: { resolve: ({ id }) => id },
  description: 'A sign-up that waits for a moderator. Only visible to moderators.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'subject' in value,
  ...loadedWith('moderate', applicationsById),
  fields: (t) => ({
    displayName: t.exposeString('displayName'),
    username: t.exposeString('username', {
      nullable: true,
      description: 'Null for a sign-up with a provider, until the account chooses one.',
    }),
    email: t.exposeString('email'),
    isEmailVerified: t.exposeBoolean('emailVerified'),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
  }),
})

const ApplicationConnection = builder.connectionObject({
  type: ApplicationNode,
  name: 'ApplicationConnection',
})

builder.queryField('applications', (t) =>
  t.connection(
    {
      type: ApplicationNode,
      scope: 'moderate',
      authScopes: { moderator: true },
      description: 'The sign-ups that wait for a decision, oldest first. For moderators.',
      resolve: (_root, args, context) => applicationsPage(args, context),
    },
    ApplicationConnection,
  ),
)

for (const [name, description, decide] of [
  ['approveApplicant', 'Creates the account of an applicant. For moderators.', approveApplication],
  ['declineApplicant', 'Deletes a sign-up that waits. For moderators.', declineApplication],
] as const) {
  withUserErrors(
    builder.relayMutationField(
      name,
      { inputFields: (t) => ({ applicationId: t.id({ required: true }) }) },
      {
        scope: 'moderate',
        authScopes: { moderator: true },
        description,
        resolve: async (_root, { input }, context) => {
          const id = parseApplicationId(String(input.applicationId))
          await consumeWriteLimit(context, 'moderation')
          return { application: await decide(context, id) }
        },
      },
      {
        outputFields: (t) => ({
          application: t.field({
            type: ApplicationNode,
            nullable: true,
            description: 'The application, which no longer waits.',
            resolve: ({ application }) => application,
          }),
        }),
      },
    ),
  )
}
