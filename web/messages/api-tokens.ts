import { msg } from '@lingui/core/macro'
import type { TokenScope } from '#rules/token-scopes.ts'

export const apiTokenMessages = {
  title: msg`API tokens`,
  about: msg`A token lets a program use Good Vibes as you. Share one with no one.`,
  documentation: msg`How programs use a token`,
  list: msg`Your API tokens`,
  none: msg`You have no tokens.`,
  loadFailed: msg`We couldn’t load your API tokens.`,

  add: msg`Create a token`,
  newTitle: msg`A new token`,
  name: msg`Name`,
  nameHint: msg`What the program is, so you’ll recognise it.`,
  expiry: msg`Expires`,
  inDays: (days: number) => msg`In ${days} days`,
  never: msg`Never`,
  scopes: msg`What it can do`,
  scopesAbout: msg`Every token can read what’s public.`,
  create: msg`Create token`,

  createdTitle: msg`Copy your token now`,
  createdAbout: msg`We won’t show it again.`,
  copy: msg`Copy token`,
  copied: msg`Token copied`,
  copyFailed: msg`Your browser couldn’t copy the token. Please copy it by hand.`,
  done: msg`I’ve saved it`,

  publicOnly: msg`Reads what’s public`,
  lastUsed: (date: string) => msg`Last used on ${date}`,
  neverUsed: msg`Never used`,
  until: (date: string) => msg`Works until ${date}`,
  expired: (date: string) => msg`Expired on ${date}`,
  noExpiry: msg`Works until you revoke it`,

  revoke: msg`Revoke`,
  revokeNamed: (name: string) => msg`Revoke ${name}`,
  revokeTitle: (name: string) => msg`Revoke ${name}?`,
  revokeAbout: msg`Programs that use this token stop working right away.`,
  keep: msg`Keep it`,
  revoked: msg`Token revoked`,
}

export const scopeMessages: Record<TokenScope, ReturnType<typeof msg>> = {
  read: msg`See your likes, follows and Following feed`,
  'read:private': msg`Read your email address, notifications and private lists`,
  'write:posts': msg`Post, reply, share and upload photos`,
  'write:likes': msg`Like posts and send thanks`,
  'write:follows': msg`Follow, mute, block and report people`,
  'write:notifications': msg`Mark notifications as read and change their settings`,
  'write:profile': msg`Change your profile`,
  moderate: msg`Moderate, if you’re a moderator`,
}
