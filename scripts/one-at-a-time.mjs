// Two who install or compile in one folder would pull it away from under each other: the second waits for the first.
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'
import { root } from './run.mjs'

/** A socket's path may have some hundred characters only; most are run from the folder itself. */
const socketPath = (name) => {
  const path = join(root, `.${name}.sock`)
  const short = relative(process.cwd(), path)
  return short.length < path.length ? short : path
}

/** Resolves with the server that is the sign of being at work; undefined: somebody else has it. */
const take = (path) =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.on('error', () => undefined))
    // A folder that can hold no socket is no reason not to work.
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE' ? undefined : server))
    server.listen(path, () => resolve(server))
  })

/** Waits until the process that has it is done; the kernel says so, however it ended. What a killed one has left is removed. */
const wait = (path, onConnected) =>
  new Promise((resolve) => {
    const socket = connect(path, onConnected)
    socket.on('error', ({ code }) => {
      if (code === 'ECONNREFUSED') rmSync(path, { force: true })
    })
    socket.on('close', resolve)
    socket.resume()
  })

/** Runs `body` while nobody else of this folder runs one of this name. */
export const oneAtATime = async (name, body) => {
  const path = socketPath(name)
  const others = new Set()
  for (;;) {
    const server = await take(path)
    if (server !== undefined) {
      server.on('connection', (socket) => others.add(socket))
      try {
        return await body()
      } finally {
        server.close()
        for (const socket of others) socket.destroy()
      }
    }
    await wait(path, () => console.error('Another command installs or compiles here: waiting for it ...'))
  }
}
