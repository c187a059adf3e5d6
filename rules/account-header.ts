/** A write may name the account that its page shows: its public id. */
export const ACCOUNT_HEADER = 'X-Account'
