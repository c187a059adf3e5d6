import { t } from '../lib/i18n.ts'
import { uiMessages } from '../messages/ui.ts'

/** Shown in place of everything. Needs neither the design system nor the client. */
export function FailedStart() {
  return (
    <main className="failed-start">
      <p>{t(uiMessages.failedPage)}</p>
      <button type="button" onClick={() => location.reload()}>
        {t(uiMessages.reload)}
      </button>
    </main>
  )
}
