import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { freshDirectory } from './run-directory.js'

const MOUNT = 'mount -t tmpfs -o size=8m tmpfs "$1" && exec "$2" "$3" "$1"'

/**
 * Runs a program with a directory as its argument: a file system of 8 MiB that is removed with the program.
 * Returns the program's standard output.
 */
export const onSmallDisk = async (program: string): Promise<string> => {
  const folder = await freshDirectory('small-disk')
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const command = ['sh', '-c', MOUNT, 'sh', folder, process.execPath, program]
  return (await promisify(execFile)('unshare', [...asRoot, '--mount', ...command])).stdout
}
