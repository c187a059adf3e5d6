import type { Viewer } from '#api/context.ts'

/** An account as a request's context has it. By default a member without mutes and blocks. */
export function aViewer(account: Pick<Viewer, 'id'> & Partial<Viewer>): Viewer {
  return {
    isDemo: false,
    needsUsername: false,
    role: 'MEMBER',
    suspension: null,
    visibilityVersion: 0,
    ...account,
  }
}
