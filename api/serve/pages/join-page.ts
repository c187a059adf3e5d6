import type { RequestHandler } from 'express'
import type { Context } from '#api/context.ts'
import { findInvitation, type UsableInvitation } from '#api/features/invitation/invitation.read.ts'
import { localsOf } from '#api/http/locals.ts'
import { AppError, httpStatus } from '#api/lib/errors.ts'
import { paths, profilePath } from '#rules/paths.ts'
import type { PageFiles } from './page-files.ts'
import { notBuilt } from './pages.ts'

/** The sign-up page of an invitation. Members get to the inviter's profile instead. */
export function joinPage(pages: PageFiles | null): RequestHandler {
  return async (req, res) => {
    const { session, context } = localsOf(res)
    const { invitation, status } = await readInvitation(context, String(req.params.code))
    if (session) {
      const inviter = invitation?.inviter
      return res.redirect(inviter ? profilePath(inviter.username) : paths.home)
    }
    if (!pages) return notBuilt(res)
    pages.send(req, res.status(status), 'sign-in')
  }
}

interface PageInvitation {
  invitation: UsableInvitation | null
  /** Of the page, which loads the invitation again and shows what is wrong. */
  status: number
}

async function readInvitation(context: Context, code: string): Promise<PageInvitation> {
  try {
    const invitation = await findInvitation(context, code)
    return { invitation, status: invitation ? 200 : 404 }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { invitation: null, status: httpStatus[error.code] }
  }
}
