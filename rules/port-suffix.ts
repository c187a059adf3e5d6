/** Most installations have this one, which needs no suffix. */
const DEFAULT_PORT = '4000'

/**
 * The suffix of cookie names. Cookies ignore ports, so the port is in the name: installations on
 * other ports of a host have cookies of their own.
 * @param port of the URL that people see; '' for that of its scheme
 */
export const portSuffix = (port: string) => (port === '' || port === DEFAULT_PORT ? '' : `-${port}`)
