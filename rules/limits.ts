/** Limits that the client, GraphQL and REST check. Lengths count grapheme clusters. */
export const limits = {
  postLength: 280,
  postLengthWarning: 240,
  displayNameLength: 50,
  /** UTF-8. A page of posts repeats the names of their authors. */
  displayNameBytes: 2 * 1024,
  bioLength: 160,
  usernameLength: { min: 3, max: 30 },
  /** `units` bounds UTF-16 units, because normalizing takes quadratic time; 128 long emoji fit. */
  passwordLength: { min: 8, max: 128, units: 2_048 },
  shareCommentLength: 280,
  thanksLength: 280,
  /** The newest people that a group of notifications names. */
  notificationActors: 3,
  /** People whom one account can follow. */
  followees: 5_000,
  mutes: 1_000,
  blocks: 1_000,
  /** How often one invitation can be used, and the days until it expires at the latest. */
  invitationUses: { min: 1, default: 1, max: 1_000 },
  invitationDays: { default: 7, max: 365 },
  /** People whom a member follows after joining with an invitation. */
  invitationFollows: 30,
  reportDetailsLength: 1_000,
  moderationNoteLength: 2_000,
  /** How long a moderator’s claim of a report lasts. */
  claimMinutes: 30,
  appealLength: 1_000,
  /** The longest suspension with an end. */
  suspendDays: 3_650,
  imageAltLength: 1_500,
  linkLength: 2_048,
  /** Of an account. */
  webhooks: 5,
  /** UTF-8 bytes of a webhook’s message, without its signature. */
  webhookPayloadBytes: 128 * 1024,
  /** UTF-16 units of a webhook’s subscription. */
  subscriptionLength: 8_192,
  queryLength: 100,
  /** UTF-8 bytes of any text, regardless of its character limit. */
  textBytes: 8 * 1024,
  pictureBytes: 5 * 1024 * 1024,
  uploadMegabytesPerDay: 100,
  passkeys: 20,
  passkeyNameLength: 50,
  apiTokens: 20,
  apiTokenNameLength: 50,
  pageSize: { min: 1, default: 20, max: 100 },
} as const
