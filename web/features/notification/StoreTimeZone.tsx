import { useEffect } from 'react'
import { useUpdateNotificationSettingsMutation } from './NotificationSettings.generated.ts'

/** Stores the browser's time zone, for an account that has none yet: at its first sign-in. */
export function StoreTimeZone() {
  const update = useUpdateNotificationSettingsMutation()
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    // The person did not ask for it; the next visit tries again.
    void update({ timeZone }, { failureToast: null })
  }, [update])
  return null
}
