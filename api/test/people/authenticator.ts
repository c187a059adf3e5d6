import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A simulated device with one passkey: WebAuthn level 2, an ES256 key, no attestation. */
export interface Authenticator {
  /** The browser's response after `navigator.credentials.create`. */
  create(options: { challenge: string }): unknown
  /** The browser's response after `navigator.credentials.get`. */
  get(options: { challenge: string }): unknown
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const ES256_ON_P256 = Buffer.from('a5010203262001', 'hex')

/**
 * @param origin of the page
 * @param verifiesUser whether it verifies the user by biometrics or PIN
 */
export function authenticator(origin: string, { verifiesUser = true } = {}): Authenticator {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let uses = 0
  const user = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0)

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (flags: number, ...more: Buffer[]) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(uses++)
    return Buffer.concat([
      sha256(Buffer.from(new URL(origin).hostname)),
      Buffer.from([flags]),
      count,
      ...more,
    ])
  }
  const credential = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    create({ challenge }) {
      const coordinate = (name: number, value: string) =>
        Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, 'base64url')])
      const key = Buffer.concat([ES256_ON_P256, coordinate(0x21, x), coordinate(0x22, y)])
      const data = authData(
        user | HAS_CREDENTIAL,
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      )
      const attestation = Buffer.concat([
        Buffer.from('a363', 'hex'),
        Buffer.from('fmt\x64none\x67attStmt\xa0\x68authData\x58', 'latin1'),
        Buffer.from([data.length]),
        data,
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    get({ challenge }) {
      const client = clientData('webauthn.get', challenge)
      const data = authData(user)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString(
          'base64url',
        ),
      })
    },
  }
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
