import type { Entries } from './account-entry.ts'

/** Invitations, sign-ups, reports and decisions. */
export const moderation = {
  Invitation: {
    owner: 'inviterId',
    export: {
      section: 'invitations',
      select: { code: true, maxUses: true, uses: true, expiresAt: true, revokedAt: true },
      orderBy: 'id',
    },
    // No one joins with the link of an account that is being deleted.
    deletion: 'first',
    demoReset: 'removed',
  },
  Invitee: {
    owner: 'userId',
    export: { leftOut: 'belongs to the person who invited' },
    deletion: 'by cascade',
    demoReset: 'removed',
  },
  InvitationFollow: {
    through: 'Invitation',
    export: { leftOut: 'chosen for the people who join, and applied to them' },
  },
  // The sign-ups of people who have no account yet.
  Application: { unowned: true, export: { leftOut: 'no account has it' } },
  // The operator owes a yearly report, so moderation is kept without names.
  Report: {
    owner: 'reporterId',
    export: { section: 'reports' },
    deletion: 'anonymized',
    demoReset: 'kept',
  },
  ModerationEvent: {
    owner: 'memberId',
    export: { section: 'decisions' },
    deletion: 'anonymized',
    demoReset: 'kept',
  },
  ModerationNote: {
    owner: 'moderatorId',
    export: { leftOut: 'about other people, for moderators' },
    deletion: 'anonymized',
    demoReset: 'kept',
  },
  Appeal: {
    owner: 'memberId',
    export: { section: 'appeals' },
    deletion: 'by cascade',
    demoReset: 'removed',
  },
  HiddenPost: { through: 'Post', export: { leftOut: 'hidden by moderators' } },
  HiddenShare: {
    owner: 'actorId',
    export: { leftOut: 'hidden by moderators' },
    deletion: 'by cascade',
    demoReset: 'removed',
  },
  HiddenProfile: {
    owner: 'userId',
    export: { leftOut: 'hidden by moderators' },
    deletion: 'by cascade',
    demoReset: 'removed',
  },
} as const satisfies Entries
