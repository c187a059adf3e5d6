import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'good-vibes-settings-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

describe('OIDC', () => {
  const env = {
    DATA_DIR,
    OIDC_ISSUER: 'https://id.example.com/realms/sunny',
    OIDC_CLIENT_ID: 'vibes',
    OIDC_CLIENT_SECRET: 'hush',
    OIDC_NAME: 'Sunny ID',
  }

  test('all settings', () => {
    expect(readSettings(env).oidc).toEqual({
      issuer: 'https://id.example.com/realms/sunny',
      clientId: 'vibes',
      clientSecret: 'hush',
      name: 'Sunny ID',
    })
  })

  test('an incomplete group aborts startup with a sentence that names the missing settings', () => {
    expect(() => readSettings({ ...env, OIDC_NAME: '', OIDC_CLIENT_SECRET: undefined })).toThrow(
      'Set all of OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME or none of them: ' +
        'OIDC_CLIENT_SECRET and OIDC_NAME are missing.',
    )
  })

  test.each([
    'id.example.com',
    'http://id.example.com',
    'http://localhost.example.com',
    'ftp://localhost',
  ])('%s is not a valid issuer', (issuer) => {
    expect(() => readSettings({ ...env, OIDC_ISSUER: issuer })).toThrow(
      `OIDC_ISSUER should be the address of an OpenID provider, such as https://id.example.com, ` +
        `not "${issuer}".`,
    )
  })

  test.each(['http://localhost:4344', 'http://127.0.0.1:4344', 'http://[::1]:4344'])(
    '%s is a valid issuer, because it is on this machine',
    (issuer) => {
      expect(readSettings({ ...env, OIDC_ISSUER: issuer }).oidc).toMatchObject({ issuer })
    },
  )
})

describe('media bucket', () => {
  const env = {
    DATA_DIR,
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'vibes',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hush',
  }

  test('all settings, with and without a region', () => {
    const bucket = {
      endpoint: 'https://s3.example.com',
      bucket: 'vibes',
      accessKeyId: 'key',
      secretAccessKey: 'hush',
    }
    expect(readSettings(env).bucket).toEqual({ ...bucket, region: 'us-east-1' })
    expect(readSettings({ ...env, S3_REGION: 'eu-central-1' }).bucket).toEqual({
      ...bucket,
      region: 'eu-central-1',
    })
  })

  test('an incomplete group aborts startup with a sentence that names the missing settings', () => {
    expect(() => readSettings({ ...env, S3_BUCKET: '' })).toThrow(
      'Set all of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY or none of them: ' +
        'S3_BUCKET is missing.',
    )
  })

  test.each([
    [
      { S3_ENDPOINT: 's3.example.com' },
      'S3_ENDPOINT should be the address of an S3-compatible store',
    ],
    [{ S3_BUCKET: 'A bucket' }, 'S3_BUCKET should be the name of a bucket'],
    [{ S3_REGION: 'the north' }, 'S3_REGION should be the name of a region'],
  ])('%o is rejected', (invalid, message) => {
    expect(() => readSettings({ ...env, ...invalid })).toThrow(message)
  })
})
