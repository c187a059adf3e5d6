import { OperatorError } from '#api/lib/operator-error.ts'

// Settings that only work together.

export interface BucketSettings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Shown in "Continue with …". */
  name: string
}

export interface TracingSettings {
  /** OTLP over HTTP, without the path `/v1/traces`. */
  endpoint: string
  serviceName: string
  /** Fraction of requests to trace, from 0 to 1. */
  ratio: number
}

interface TracingEnv {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_SERVICE_NAME: string
  OTEL_TRACES_SAMPLER_ARG: number
}

export function tracingFrom(env: TracingEnv): TracingSettings | null {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: serviceName,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  } = env
  return endpoint === undefined ? null : { endpoint, serviceName, ratio }
}

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const
const BUCKET = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * @returns null when none of the settings is set
 * @throws OperatorError when some are set and others are not
 */
function allOrNone<Name extends string>(
  names: readonly Name[],
  env: { [N in Name]?: string | undefined },
): Record<Name, string> | null {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new OperatorError(
      `Set all of ${names.join(', ')} or none of them: ` +
        `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    )
  return env as Record<Name, string>
}

export function oidcFrom(
  env: Parameters<typeof allOrNone<(typeof OIDC)[number]>>[1],
): OidcSettings | null {
  const set = allOrNone(OIDC, env)
  return (
    set && {
      issuer: set.OIDC_ISSUER,
      clientId: set.OIDC_CLIENT_ID,
      clientSecret: set.OIDC_CLIENT_SECRET,
      name: set.OIDC_NAME,
    }
  )
}

export function bucketFrom(
  env: Parameters<typeof allOrNone<(typeof BUCKET)[number]>>[1] & { S3_REGION: string },
): BucketSettings | null {
  const set = allOrNone(BUCKET, env)
  return (
    set && {
      endpoint: set.S3_ENDPOINT,
      bucket: set.S3_BUCKET,
      region: env.S3_REGION,
      accessKeyId: set.S3_ACCESS_KEY_ID,
      secretAccessKey: set.S3_SECRET_ACCESS_KEY,
    }
  )
}
