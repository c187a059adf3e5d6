import { readFileSync } from 'node:fs'
import http from 'node:http'

// The most that any server in one Node process can do: bare node:http that sends the same bytes from memory, whatever it is
// asked.

const { ANSWER_FILE = '', PORT } = process.env
const answer = readFileSync(ANSWER_FILE)

http
  .createServer((request, response) => {
    request.resume()
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': answer.length,
      })
      .end(answer)
  })
  .listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
