import { msg } from '@lingui/core/macro'

export const navMessages = {
  main: msg`Main`,
  brand: msg`Good Vibes`,
  home: msg`Home`,
  explore: msg`Explore`,
  notifications: msg`Notifications`,
  profile: msg`Profile`,
  settings: msg`Settings`,
}

export const shellMessages = {
  compose: msg`Share Positivity`,
  join: msg`Join`,
  leaveDemo: msg`Leave demo`,
  signOut: msg`Sign out`,
  joinInvitation: msg`Join Good Vibes to like these posts and share your own.`,
  offline: msg`We can’t reach Good Vibes. Trying again…`,
  skip: msg`Skip to content`,
  failed: msg`We couldn’t load Good Vibes.`,
  panel: msg`About Good Vibes`,
  documentTitle: (title: string) => msg`${title} · Good Vibes`,
}
