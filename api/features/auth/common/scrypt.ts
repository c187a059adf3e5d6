/**
 * scrypt with N 16384 and r 16. One hash takes 32 MB and about 60 ms of CPU time.
 * A module of its own, because tests replace it.
 */
export { hashPassword, verifyPassword } from 'better-auth/crypto'
