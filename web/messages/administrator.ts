import { msg } from '@lingui/core/macro'

export const administratorMessages = {
  title: msg`Become an administrator`,
  about: (username: string) =>
    msg`This link makes <name>@${username}</name> an administrator of this site.`,
  meaning: msg`Administrators moderate this site and can invite people.`,
  confirm: msg`Make me an administrator`,
  done: msg`You’re an administrator now`,
  doneHint: msg`Thank you for looking after this place.`,
  toHome: msg`Go to the feed`,
}
