import { demoUser } from '#rules/demo-user.ts'
import { isDemo } from '../../lib/demo-storage.ts'
import { t } from '../../lib/i18n.ts'
import { isDemoOffered } from '../../lib/page-settings.ts'
import { userMessages } from '../../messages/user.ts'
import { demoUserStore } from './demo-user.ts'

const storedUser = {
  id: demoUser.id,
  displayName: demoUser.displayName,
  username: demoUser.username,
  bio: t(userMessages.demoBio),
  avatar: generatedAvatar(),
}

function generatedAvatar(): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#FFD9C2"/><text x="48" y="60" font-family="sans-serif" font-size="36" font-weight="600" text-anchor="middle" fill="#7A2E00">DU</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Makes this browser act as the demo user, if the server offers one. */
export function startDemo() {
  if (isDemoOffered() && !isDemo()) demoUserStore.set(JSON.stringify(storedUser))
}
