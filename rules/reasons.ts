import { limits } from './limits.ts'

/**
 * Why a request is rejected: stable names, and the English text that the server sends with them.
 * Only the server loads this file. The client's text is in web/messages/reasons.ts.
 */
export const reasons = {
  // Quoted from the specification.
  POST_EMPTY: 'Please write something positive to share!',
  POST_TOO_LONG: `Post must be ${limits.postLength} characters or less.`,
  IMAGE_URL_INVALID: 'Invalid image URL',
  VIDEO_URL_INVALID: 'Invalid video URL',
  PICTURE_TYPE_INVALID: 'Please select an image file',
  PICTURE_TOO_LARGE: 'Please select an image smaller than 5MB',
  PICTURE_UNREADABLE: 'Failed to process the image',
  USER_NOT_FOUND: 'User not found',

  // Posts, profiles and search.
  IMAGE_ALT_TOO_LONG: `The photo’s description must be ${limits.imageAltLength} characters or less.`,
  NEW_ACCOUNT_LINK: 'In your first 24 hours, posts can’t have links.',
  NO_SUCH_POST: 'There is no such post.',
  POST_NOT_FOUND: 'That post no longer exists.',
  REPLIES_CLOSED: 'The replies to this post are closed.',
  REPLIES_NOT_YOURS: 'Only the author or a moderator can close or open replies.',
  REPLY_HAS_NO_THREAD: 'Replies have no replies of their own. Use the post that they answer.',
  REPLY_NOT_SHARED: 'Replies can’t be shared. Share the post that they answer.',
  NOT_THE_AUTHOR: 'Only the author can delete a post.',
  IDEMPOTENCY_KEY_INVALID: 'A key has 1 to 255 characters of ASCII.',
  IDEMPOTENCY_KEY_REUSED:
    'That key was already used for another post. Use a new key for a new post.',
  DISPLAY_NAME_EMPTY: 'Please enter a display name.',
  DISPLAY_NAME_TOO_LONG: `Display name must be ${limits.displayNameLength} characters or less.`,
  BIO_TOO_LONG: `Bio must be ${limits.bioLength} characters or less.`,
  DEMO_USER_RENAMED: 'You can’t rename the demo user. Join to choose your own name.',
  ACCOUNT_NOT_FOUND: 'That account no longer exists.',
  FOLLOW_SELF: 'You can’t follow yourself.',
  FOLLOW_LIMIT: `You can follow at most ${limits.followees.toLocaleString('en')} people. Unfollow someone first.`,
  HIDE_SELF: 'You can’t mute or block yourself.',
  BLOCK_DEMO_USER: 'All visitors share the demo user, so you can’t block it. You can mute it.',
  MUTE_LIMIT: `You can mute at most ${limits.mutes.toLocaleString('en')} people. Unmute someone first.`,
  MUTE_UNTIL_PAST: 'A mute can only end in the future.',
  BLOCK_LIMIT: `You can block at most ${limits.blocks.toLocaleString('en')} people. Unblock someone first.`,
  SHARE_COMMENT_TOO_LONG: `A comment must be ${limits.shareCommentLength} characters or less.`,
  QUERY_EMPTY: 'Please enter something to search for.',
  QUERY_TOO_LONG: `A search must be ${limits.queryLength} characters or less.`,

  // Notifications and thanks.
  NOTIFICATION_NOT_FOUND: 'There is no such notification.',
  HOURS_INVALID: 'Choose three different hours, or one for once a day, from 0 to 23.',
  TIME_ZONE_INVALID: 'That isn’t a time zone that we know.',
  THANKS_EMPTY: 'Please write what you’re thankful for.',
  THANKS_TOO_LONG: `Thanks must be ${limits.thanksLength} characters or less.`,
  THANKS_SELF: 'You can’t thank yourself.',
  THANKS_SENT: 'You have already thanked the author for this post.',
  THANKS_OFF: 'The author doesn’t take thanks at the moment.',

  // Webhooks.
  WEBHOOK_NOT_FOUND: 'There is no such webhook.',
  WEBHOOK_DELIVERY_NOT_FOUND: 'There is no such delivery. We keep them for a week.',
  WEBHOOK_URL_INVALID:
    'Enter an address that begins with https://, without a username or password.',
  WEBHOOK_URL_PRIVATE: 'That address is on a private network. Use one that the internet can reach.',
  WEBHOOK_PORT_INVALID: 'Use port 443, or one from 1024 on.',
  WEBHOOK_SUBSCRIPTION_EMPTY: 'Write a GraphQL subscription: its fields are what we send.',
  WEBHOOK_SUBSCRIPTION_TOO_LONG: `A subscription must be ${limits.subscriptionLength.toLocaleString('en')} characters or less.`,
  TOO_MANY_WEBHOOKS: `An account can have at most ${limits.webhooks} webhooks. Delete one first.`,

  // Reports and moderation.
  REPORT_SELF: 'You can’t report yourself.',
  REPORT_SUBJECT_NOT_FOUND: 'There’s nothing to report anymore: it’s gone.',
  REPORT_DETAILS_TOO_LONG: `Details must be ${limits.reportDetailsLength.toLocaleString('en')} characters or less.`,
  REPORT_NOT_FOUND: 'There is no such report.',
  REPORT_CLOSED: 'This report is closed already.',
  REPORT_CLAIMED: 'Another moderator is working on this report.',
  OWN_CASE: 'You can’t judge what you reported, or what concerns you.',
  ADMIN_NEEDED:
    'Only an administrator can decide whether a moderator or an administrator is suspended.',
  DEMO_USER_SHARED: 'Many people share the demo user. Hide the post instead.',
  RULE_NEEDED: 'Choose the rule that it breaks.',
  RULE_NOT_FOUND: 'There is no such rule anymore. Choose another one.',
  SUSPEND_DAYS_INVALID: `A suspension lasts 1 to ${limits.suspendDays.toLocaleString('en')} days, or has no end.`,
  SUSPEND_ONLY: 'Days and hidden posts belong to a suspension.',
  NOTE_EMPTY: 'Please write a note.',
  NOTE_TOO_LONG: `A note must be ${limits.moderationNoteLength.toLocaleString('en')} characters or less.`,
  SUBJECT_NOT_FOUND: 'That no longer exists.',
  NOT_HIDDEN: 'No moderator decision hides that.',
  NOT_SUSPENDED: 'That account isn’t suspended.',
  DECISION_NOT_FOUND: 'There is no such decision.',
  DECISION_REVERSED: 'That decision was taken back already.',
  APPEAL_EMPTY: 'Please say why you disagree.',
  APPEAL_TOO_LONG: `An appeal must be ${limits.appealLength.toLocaleString('en')} characters or less.`,
  APPEAL_MADE: 'You appealed already. You can appeal once.',
  APPEAL_NOT_FOUND: 'There is no such appeal.',
  APPEAL_CLOSED: 'That appeal is decided already.',
  ANOTHER_MODERATOR: 'You made this decision. Another moderator answers the appeal.',

  // Pictures.
  PICTURE_MISSING: 'Send one picture, in the field "file".',
  PICTURE_NOT_MULTIPART: 'Send the picture as multipart/form-data, in the field "file".',
  PICTURE_HEIC: 'We can’t read HEIC photos. Please choose a JPEG, PNG, WebP, GIF or AVIF.',
  PICTURE_TOO_COSTLY: 'That photo takes too long to process. Please choose another one.',
  PICTURES_QUEUED: 'We’re processing a lot of photos right now. Please try again in a moment.',
  UPLOAD_QUOTA_USED: `You can upload ${limits.uploadMegabytesPerDay} MB of photos a day. Please try again later.`,
  UPLOAD_NOT_YOURS: 'Someone else uploaded that photo. Upload it yourself to use it.',
  UPLOAD_NOT_FOUND: 'That upload no longer exists. Please choose the photo again.',

  // Who acts.
  SIGN_IN_FIRST: 'Please sign in first.',
  USERNAME_NEEDED: 'Choose a username in your settings first.',
  NOT_YOURSELF: 'You can only act as yourself.',
  ACCOUNT_CHANGED: 'A different account is signed in now, so nothing was changed.',
  MODERATORS_ONLY: 'Only moderators can do that.',
  OUT_OF_SPACE:
    'We’re almost out of storage space, so we can’t save anything new. Please try again later.',

  // Signing up and in.
  USERNAME_INVALID: `A username has ${limits.usernameLength.min} to ${limits.usernameLength.max} letters a–z, digits or underscores.`,
  USERNAME_TAKEN: 'That username is taken. Try another.',
  USERNAME_CHOSEN: 'You have already chosen your username.',
  EMAIL_INVALID: 'Please enter an email address.',
  EMAIL_UNCHANGED: 'That is your address already.',
  EMAIL_IN_USE: 'Another account has that email address.',
  EMAIL_TAKEN: 'An account with that email already exists. Sign in instead.',
  PASSWORD_LENGTH: `A password has ${limits.passwordLength.min} to ${limits.passwordLength.max} characters.`,
  IDENTIFIER_EMPTY: 'Please enter your email or username.',
  PASSWORD_EMPTY: 'Please enter your password.',
  CODE_EMPTY: 'Please enter the code from your authenticator app.',
  SIGN_IN_FAILED: 'That email or password is not right.',
  SIGN_INS_QUEUED: 'Many people are signing in right now. Please try again in a moment.',
  LINK_INVALID: 'This link was already used or has expired. Please request a new one.',
  ADMIN_LINK_INVALID: 'This link was already used or has expired. Create a new one.',
  INVITATION_NEEDED: 'You need an invitation to join. Ask someone who’s already here for one.',
  INVITATION_INVALID: 'This invitation was used up, revoked or has expired. Ask for a new one.',
  EMAIL_AWAITS_APPROVAL:
    'A sign-up with that email already waits for a moderator. Sign in later to see if it’s ready.',
  APPROVAL_PENDING: 'A moderator still has to approve your account. Please try again later.',

  // Invitations and sign-ups that wait for approval.
  INVITATIONS_CLOSED: 'Only moderators can invite people here.',
  INVITATION_NOT_FOUND: 'That invitation no longer exists.',
  INVITATION_USES_INVALID: `An invitation can be used ${limits.invitationUses.min} to ${limits.invitationUses.max.toLocaleString('en')} times.`,
  INVITATION_EXPIRY_INVALID: `Choose a time within the next ${limits.invitationDays.max} days.`,
  INVITATION_FOLLOWS_INVALID: `New members can start with up to ${limits.invitationFollows} people.`,
  APPLICATION_NOT_FOUND: 'Someone has already decided about that sign-up.',
  APPLICANT_EXISTS:
    'Someone already has an account with this email or sign-in. Decline this sign-up.',

  // Account settings.
  PASSWORD_WRONG: 'That is not your password.',
  PASSWORD_MISSING: 'That account has no password.',
  SIGN_IN_AGAIN: 'To confirm it’s you, sign out and in again. You then have ten minutes.',
  SESSION_ENDED: 'That session has already ended.',
  LAST_LOGIN_METHOD: 'That is the only way to sign in to your account. Add another one first.',
  PROVIDER_NOT_CONNECTED: 'Your account is not connected to a provider.',
  PROVIDER_SKIPS_TWO_FACTOR:
    'Signing in with a provider would skip your second step. Turn two-step sign-in off first.',
  CODE_WRONG: 'That code is not right, or was used already.',
  TWO_FACTOR_ON: 'Two-step sign-in is already on.',
  TWO_FACTOR_OFF: 'Two-step sign-in is not on.',
  PASSKEY_FAILED: 'That passkey did not work. Sign in with your password instead.',
  PASSKEY_TIMED_OUT: 'That took too long. Please try again.',
  PASSKEY_UNVERIFIED:
    'That passkey is not enough for two-step sign-in. Sign in with your password instead.',
  PASSKEY_NOT_ADDED: 'The passkey could not be added. Please try again.',
  PASSKEY_NOT_FOUND: 'That passkey no longer exists.',
  PASSKEY_NAME_EMPTY: 'Please enter a name.',
  PASSKEY_NAME_TOO_LONG: `A passkey’s name must be ${limits.passkeyNameLength} characters or less.`,
  TOO_MANY_PASSKEYS: `An account can have at most ${limits.passkeys} passkeys. Remove one first.`,

  // API tokens.
  TOKEN_INVALID:
    'That API token is wrong, revoked or has expired. Create a new one in your settings.',
  TOKEN_NOT_ALLOWED: 'API tokens can’t do that. Sign in to do it.',
  TOKEN_NAME_EMPTY: 'Please enter a name.',
  TOKEN_NAME_TOO_LONG: `A token’s name must be ${limits.apiTokenNameLength} characters or less.`,
  TOKEN_SCOPES_INVALID: 'Choose scopes from the list in the documentation.',
  TOKEN_EXPIRY_PAST: 'A token can only expire in the future.',
  TOKEN_NOT_FOUND: 'There is no such token anymore.',
  TOO_MANY_TOKENS: `An account can have at most ${limits.apiTokens} tokens. Revoke one first.`,

  // Requests that no form of the client sends.
  ID_OR_USERNAME: 'Give either an id or a username.',
  FIRST_OR_LAST: 'Give either first or last, not both.',
  CURSOR_INVALID: 'This is not a cursor of this list. Start from its first page.',
  FEED_NOT_LIVE: 'This feed has no live updates. Use EVERYONE or FOLLOWING.',
  FEED_POSITION_INVALID: 'Give the id of the newest post or share that you have.',
  TOO_MANY_IDS: `Request at most ${limits.pageSize.max} ids at once.`,
  BODY_UNREADABLE: 'The request could not be read. Its body must be valid JSON.',
  BODY_TOO_COMPLEX: 'The request has too many values. Please send less at once.',
  BODY_TOO_LARGE: 'The request is too large. Please send less at once.',
  SIGN_IN_TO_SEND_MORE: 'Without an account, a request can have up to 64 KB. Sign in to send more.',
  BODY_TYPE_UNSUPPORTED: 'This content type or encoding is not supported. Send JSON.',
} as const

/** Reasons whose text depends on the request, so that only the server knows it. */
export type VariableReason =
  | 'ADDRESS_NOT_FOUND'
  | 'HOST_NOT_ALLOWED'
  | 'INPUT_INVALID'
  | 'INTERNAL_ERROR'
  | 'METHOD_NOT_ALLOWED'
  | 'ORIGIN_NOT_ALLOWED'
  | 'PICTURE_TOO_MANY_PIXELS'
  | 'RATE_LIMITED'
  | 'SCOPE_MISSING'
  | 'SUSPENDED'
  | 'REQUEST_UNREADABLE'
  | 'SERVICE_UNAVAILABLE'
  | 'WEBHOOK_SUBSCRIPTION_INVALID'

/** A reason with a text of its own. */
export type FixedReason = keyof typeof reasons
export type Reason = FixedReason | VariableReason

/** Whether a text is the name of a reason with a text of its own. */
export function isFixedReason(text: string): text is FixedReason {
  return Object.hasOwn(reasons, text)
}
