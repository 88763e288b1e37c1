import { writeFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { environmentIn, programIn } from './in-root.js'
import { freshDirectory, seenFrom } from './run-directory.js'
import { startProcess, type ServerProcess } from './server-process.js'
import { unpackedRoot } from './unpacked-engines.js'

/** Starts HAProxy of the unpacked root with the given configuration. It listens a moment later. */
export const startHaproxy = async (configuration: string): Promise<ServerProcess> => {
  const root = unpackedRoot('haproxy')
  const directory = await freshDirectory('haproxy', root)
  const file = join(directory, 'haproxy.cfg')
  await writeFile(file, configuration)
  const args = ['-db', '-f', seenFrom(root, file)]
  const server = await startProcess({
    ...programIn({ root }, { path: '/usr/sbin/haproxy', args }),
    env: environmentIn(root),
    logFile: join(directory, 'haproxy.log'),
  })
  return {
    ...server,
    end: async (signal, onlyPid) => {
      await server.end(signal, onlyPid)
      await rm(directory, { recursive: true, force: true })
    },
  }
}
