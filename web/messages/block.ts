import { msg } from '@lingui/core/macro'

export const blockMessages = {
  mute: msg`Mute`,
  unmute: msg`Unmute`,
  block: msg`Block`,
  muted: (name: string) => msg`You won’t see posts by ${name} anymore.`,
  unmuted: (name: string) => msg`You see posts by ${name} again.`,
  blockTitle: (name: string) => msg`Block ${name}?`,
  blockWarning: msg`You won’t see each other here, and you’ll stop following each other.`,
  blockSettings: msg`You can undo this in your settings.`,
  cancel: msg`Cancel`,
  blocked: (name: string) => msg`${name} is blocked.`,
  unblocked: (name: string) => msg`${name} is no longer blocked.`,

  settingsTitle: msg`Muted and blocked people`,
  settingsAbout: msg`Muted people don’t notice. Blocked people can’t see you, nor you them.`,
  mutedPeople: msg`Muted people`,
  blockedPeople: msg`Blocked people`,
  noMuted: msg`You don’t mute anyone.`,
  noBlocked: msg`You don’t block anyone.`,
  loadFailed: msg`We couldn’t load this list. Please try again.`,
  unmuteName: (name: string) => msg`Unmute ${name}`,
  unblockName: (name: string) => msg`Unblock ${name}`,
  unblock: msg`Unblock`,
  report: msg`Report…`,
  reportName: (name: string) => msg`Report ${name}…`,
}
