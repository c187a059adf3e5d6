/** Every account route. Import it as a namespace, so that unused routes stay out of a bundle. */
export * from './account-api/account.ts'
export * from './account-api/email.ts'
export * from './account-api/passkeys.ts'
export * from './account-api/provider.ts'
export type { AccountRoute } from './account-api/route.ts'
export * from './account-api/sign-in.ts'
export * from './account-api/sign-out.ts'
export * from './account-api/two-factor.ts'
