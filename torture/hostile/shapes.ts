import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { demoUser } from '#rules/demo-user.ts'
import { type AttackRequest, longPosts } from './attacks.ts'
import type { Target } from './small-product.ts'

// What attackers send on connections of their own, as raw bytes.

export interface Shape {
  name: string
  /** @returns requests to send once before the attack */
  prepare?(target: Target): readonly AttackRequest[]
  /**
   * Sends on a new connection. The attack then waits for the server to end it.
   * @param number index of the connection
   */
  send(socket: Socket, target: Target, number: number): void | Promise<void>
}

const KILOBYTE = 1024
const BYTE_INTERVAL_MS = 5
const HELD_BACK_MS = 10_000
const PICTURE_BYTES = 4_000 * KILOBYTE
const PIPELINED_REQUESTS = 1_500
const PIPELINED_BODIES = 16
const UNREAD_REQUESTS = 3
const nested = '['.repeat(64 * KILOBYTE)

const head = (method: string, path: string, headers: readonly string[] = []) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`
const postHead = (path: string, length: number) =>
  head('POST', path, ['Content-Type: application/json', `Content-Length: ${length}`])
/** Of an upload that the demo user may send. */
const uploadHead = head('POST', '/api/media', [
  'Content-Type: multipart/form-data; boundary=part',
  `Content-Length: ${PICTURE_BYTES}`,
  'X-Requested-With: script',
  `${demoUser.header}: 1`,
])
const pipelined = head('GET', '/api/nothing').repeat(PIPELINED_REQUESTS)
const unexpected = head('GET', '/', ['Expect: a wonder']).repeat(PIPELINED_REQUESTS)
const pipelinedBodies = (path: string) =>
  (postHead(path, nested.length) + nested).repeat(PIPELINED_BODIES)
const paths = ['/graphql', '/api/posts', '/api/auth/sign-in/email']
const pathOf = (number: number) => paths[number % paths.length] ?? '/graphql'

const each: readonly Shape[] = [
  {
    name: 'incomplete bodies',
    send(socket, _target, number) {
      socket.write(postHead(pathOf(number), nested.length) + nested.slice(1))
    },
  },
  {
    name: 'bodies of single bytes',
    async send(socket, _target, number) {
      const length = 16_000
      socket.write(postHead(pathOf(number), length))
      for (let sent = 0; sent < length && socket.writable; sent++) {
        socket.write('[')
        await setTimeout(BYTE_INTERVAL_MS)
      }
    },
  },
  {
    name: 'last bytes held back',
    async send(socket, _target, number) {
      socket.write(postHead(pathOf(number), nested.length) + nested.slice(1))
      // All connections send the last byte together.
      await setTimeout(HELD_BACK_MS - (Date.now() % HELD_BACK_MS))
      socket.write('[')
    },
  },
  {
    name: 'announced pictures',
    send(socket, _target, number) {
      socket.write(number % 2 ? uploadHead : postHead('/api/posts', PICTURE_BYTES))
    },
  },
  {
    name: 'nested values',
    send(socket, _target, number) {
      socket.write(postHead(pathOf(number), nested.length) + nested)
    },
  },
  {
    name: 'pipelined requests',
    send(socket) {
      socket.write(pipelined)
    },
  },
  {
    name: 'unknown expectations',
    send(socket) {
      socket.write(unexpected)
    },
  },
  {
    name: 'pipelined bodies',
    send(socket, _target, number) {
      socket.write(pipelinedBodies(pathOf(number)))
    },
  },
  {
    name: 'unread responses',
    prepare: longPosts,
    send(socket, { username }) {
      socket.pause()
      socket.write(head('GET', `/api/users/${username}/posts?limit=100`).repeat(UNREAD_REQUESTS))
    },
  },
  {
    name: 'cross-site requests',
    send(socket, _target, number) {
      const headers = [
        'Sec-Fetch-Site: cross-site',
        'Sec-Fetch-Mode: no-cors',
        'Sec-Fetch-Dest: image',
      ]
      const path = number % 2 ? '/api/auth/oidc/callback' : `/api/search?q=sun${number}`
      socket.write(head('GET', path, headers))
    },
  },
]

export const shapes: readonly Shape[] = [
  ...each,
  {
    name: 'all of these mixed',
    prepare: longPosts,
    send: (socket, target, number) => each[number % each.length]?.send(socket, target, number),
  },
]
