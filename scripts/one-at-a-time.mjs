// Prevents concurrent installations or compilations in one folder: the second one waits for the first.
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'
import { root } from './run.mjs'

/** A socket's path is limited to about a hundred characters. Most scripts run in the folder itself. */
const socketPath = (name) => {
  const path = join(root, `.${name}.sock`)
  const short = relative(process.cwd(), path)
  return short.length < path.length ? short : path
}

/** Resolves with the server that holds the lock; undefined if another process has it. */
const take = (path) =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.on('error', () => undefined))
    // Work continues in a folder that can't hold a socket.
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE' ? undefined : server))
    server.listen(path, () => resolve(server))
  })

/**
 * Waits until the process that has the lock ends; the kernel then closes its socket. Removes the socket of a
 * killed process.
 */
const wait = (path, onConnected) =>
  new Promise((resolve) => {
    const socket = connect(path, onConnected)
    socket.on('error', ({ code }) => {
      if (code === 'ECONNREFUSED') rmSync(path, { force: true })
    })
    socket.on('close', resolve)
    socket.resume()
  })

/** Runs `body` while no other process of this folder runs one with this name. */
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
