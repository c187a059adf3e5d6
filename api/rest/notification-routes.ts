import {
  RestMarkNotificationsReadDocument,
  RestNotificationsDocument,
  RestSendThanksDocument,
} from './documents/notification.generated.ts'
import * as inputs from './inputs.ts'
import { Notifications, ThanksNote, toNotification, Unread } from './notification-schemas.ts'
import { pageResult, pageVariables } from './pages.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { changeErrors } from './route-parts.ts'

export const notificationRoutes: readonly OperationRoute[] = [
  operationRoute({
    name: 'listNotifications',
    method: 'get',
    path: '/notifications',
    tag: 'Notifications',
    summary: 'List your notifications, newest first',
    description: 'Likes, shares and follows arrive in groups, at the hours of your settings.',
    query: inputs.page,
    document: RestNotificationsDocument,
    toVariables: ({ query }) => pageVariables(query),
    toResult: ({ viewer }) =>
      pageResult(
        required(viewer?.notifications, 'SIGN_IN_FIRST', 'UNAUTHENTICATED'),
        toNotification,
      ),
    status: 200,
    response: Notifications,
    errors: ['BAD_INPUT', 'UNAUTHENTICATED'],
  }),
  operationRoute({
    name: 'markNotificationsRead',
    method: 'post',
    path: '/notifications/read',
    tag: 'Notifications',
    summary: 'Mark a notification and all older ones as read (idempotent)',
    description: 'Returns how many newer ones are unread.',
    body: inputs.readUpTo,
    document: RestMarkNotificationsReadDocument,
    toVariables: ({ body: { upToId } }) => ({ input: { upToId } }),
    toResult: ({ markNotificationsRead: { user } }) => ({
      body: { unreadNotificationsCount: user?.unreadNotificationsCount ?? null },
    }),
    status: 200,
    response: Unread,
    errors: changeErrors,
  }),
  operationRoute({
    name: 'sendThanks',
    method: 'post',
    path: '/posts/{id}/thanks',
    tag: 'Posts',
    summary: 'Thank the author of a post in private',
    description: 'Once for each post. Only the author and you see it.',
    params: inputs.postId,
    body: inputs.newThanks,
    document: RestSendThanksDocument,
    toVariables: ({ params, body: { text } }) => ({ input: { postId: params.id, text } }),
    toResult: ({ sendThanks: { thanks } }) => ({ body: required(thanks, 'POST_NOT_FOUND') }),
    status: 201,
    response: ThanksNote,
    errors: [...changeErrors, 'CONFLICT'],
  }),
]
