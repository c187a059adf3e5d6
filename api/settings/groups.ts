import { OperatorError } from '#api/lib/operator-error.ts'

// Settings that mean something together alone.

/** A bucket of an S3-compatible store. */
export interface BucketSettings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** An OpenID provider, and this product as it knows it. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** As people call it. */
  name: string
}

/** An OpenTelemetry collector, and what it is told. */
export interface TracingSettings {
  /** Where it takes OTLP over HTTP, without the path of traces. */
  endpoint: string
  serviceName: string
  /** The part of the requests that is traced, from 0 to 1. */
  ratio: number
}

interface TracingGiven {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_SERVICE_NAME: string
  OTEL_TRACES_SAMPLER_ARG: number
}

export function tracingFrom(given: TracingGiven): TracingSettings | null {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: serviceName,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  } = given
  return endpoint === undefined ? null : { endpoint, serviceName, ratio }
}

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const
const BUCKET = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * Settings that go together; null when none of them is set.
 * @throws OperatorError when some are set and others are not
 */
function allOrNone<Name extends string>(
  names: readonly Name[],
  given: { [N in Name]?: string | undefined },
): Record<Name, string> | null {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new OperatorError(
      `${names.join(', ')} go together: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    )
  return given as Record<Name, string>
}

export function oidcFrom(
  given: Parameters<typeof allOrNone<(typeof OIDC)[number]>>[1],
): OidcSettings | null {
  const set = allOrNone(OIDC, given)
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
  given: Parameters<typeof allOrNone<(typeof BUCKET)[number]>>[1] & { S3_REGION: string },
): BucketSettings | null {
  const set = allOrNone(BUCKET, given)
  return (
    set && {
      endpoint: set.S3_ENDPOINT,
      bucket: set.S3_BUCKET,
      region: given.S3_REGION,
      accessKeyId: set.S3_ACCESS_KEY_ID,
      secretAccessKey: set.S3_SECRET_ACCESS_KEY,
    }
  )
}
