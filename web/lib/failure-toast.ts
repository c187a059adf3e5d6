import { requestMessages } from '../messages/request.ts'
import type { ApiError } from './api-error.ts'
import { t } from './i18n.ts'

/** The toast of a failed change, with the server's reason if there is one. */
export const failureToast = ({ code, detail }: ApiError) => ({
  title: t(requestMessages.failed),
  description: code && detail,
})
