import type { Application } from '#api/database/generated/prisma/client.ts'
import { builder } from '#api/graphql/builder.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import { upTo } from '#api/graphql/response-bytes.ts'
import { loadedWith } from '#api/graphql/token-scopes.ts'
import { isoTimeOf } from '#api/lib/ids.ts'
import * as fields from '#rules/fields.ts'
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
    email: t.exposeString('email', { extensions: upTo(320) }),
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
  mutation({
    name,
    description,
    needs: 'moderator',
    scope: 'moderate',
    limit: 'applicationDecision',
    validate: inputOf({ note: emptyToNull(fields.moderationNote) }),
    input: (t) => ({
      userId: t.id({ required: true, description: 'The id of the application.' }),
      note: t.string({ description: 'For the log, which only moderators read.' }),
    }),
    async write({ userId, note = null }, { actor, context }) {
      const decision = { moderatorId: actor.id, note }
      return { application: await decide(context, parseApplicationId(userId), decision) }
    },
    returns: (t) => ({
      application: t.expose('application', {
        type: ApplicationNode,
        nullable: true,
        description: 'The application, which no longer waits.',
      }),
    }),
  })
}
