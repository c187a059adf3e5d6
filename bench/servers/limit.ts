import { readFileSync } from 'node:fs'
import http from 'node:http'

// The upper limit of any server in one Node process: bare node:http that always sends the same
// bytes from memory.

const { RESPONSE_FILE = '', PORT } = process.env
const body = readFileSync(RESPONSE_FILE)

http
  .createServer((request, response) => {
    request.resume()
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      })
      .end(body)
  })
  .listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
