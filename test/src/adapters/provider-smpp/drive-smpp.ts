import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { binary } from '../../servers/binaries.js'
import { freePort } from '../../servers/free-port.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { startProcess } from '../../servers/server-process.js'

/**
 * Kannel's own test of SMPP sessions. It accepts a session in each direction, and sends its own texts over
 * the receiving one.
 */
export interface DriveSmpp {
  readonly port: number
  /** Its log lines. */
  log(): string
  stop(): Promise<void>
}

/** The directory of the rest of Kannel, which can't be changed. */
const BOX_PORT = 13_001

/** Accepts everything, and reports nothing. */
const startBox = async () => {
  const box = createServer((socket) => socket.on('error', () => socket.destroy()).resume())
  await new Promise<void>((resolve, reject) => {
    box.once('error', reject)
    box.listen(BOX_PORT, '127.0.0.1', () => resolve())
  })
  return box
}

/** Starts it, with this number of texts to send. */
export const startDriveSmpp = async (texts: number): Promise<DriveSmpp> => {
  const directory = await freshDirectory('drive')
  const port = await freePort()
  const logFile = join(directory, 'log')
  const box = await startBox()
  const server = await startProcess({
    path: binary('driveSmpp'),
    args: ['-v', '0', '-p', `${port}`, '-m', `${texts}`],
    logFile,
  })
  return {
    port,
    log: () => readFileSync(logFile, 'latin1'),
    stop: async () => {
      await server.end('SIGKILL')
      await new Promise((closed) => box.close(closed))
    },
  }
}
