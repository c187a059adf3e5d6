const PREFIX = 'pending:'

/** The id of a post that is shown before the server has answered. */
export const pendingId = (clientKey: string) => `${PREFIX}${clientKey}`

/** Whether a post is shown before the server has answered: nothing can be done with it yet. */
export const isPending = (id: string) => id.startsWith(PREFIX)
