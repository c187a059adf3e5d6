const PREFIX = 'pending:'

/** The temporary id of an optimistic post. */
export const pendingId = (clientKey: string) => `${PREFIX}${clientKey}`

/** Whether a post is optimistic: the server has not stored it yet. */
export const isPending = (id: string) => id.startsWith(PREFIX)
