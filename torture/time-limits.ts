/** Milliseconds within which the product has to do something. */
export interface TimeLimits {
  /** Respond to any request during a fault. */
  response: number
  /** Respond while Redis is unavailable, for which a request waits for at most 100 ms. */
  responseWithoutRedis: number
  /** Show a post on the other server. */
  propagation: number
  /** Report a fault, and continue after it. */
  recovery: number
  /** Accept writes after the promotion of a standby. */
  failover: number
  /** Exit after SIGTERM. */
  shutdown: number
}

/** For `npm run torture`. They are generous for a machine with other work. */
export const TIME_LIMITS: TimeLimits = {
  response: 30_000,
  responseWithoutRedis: 3_000,
  propagation: 5_000,
  recovery: 30_000,
  failover: 10_000,
  shutdown: 10_000,
}

/** For tests, which pass on a machine of any speed: only a product that hangs reaches them. */
export const PATIENCE: TimeLimits = {
  response: 120_000,
  responseWithoutRedis: 120_000,
  propagation: 120_000,
  recovery: 120_000,
  failover: 120_000,
  shutdown: 120_000,
}
