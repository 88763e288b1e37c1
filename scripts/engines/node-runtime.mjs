// Another version of Node from npm, in the folder of unpacked servers.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../install.mjs'
import { Failure } from '../run.mjs'

/** The program of an exact version, which is kept for the next time. */
export const nodeRuntime = async (version, folder) => {
  const name = `node-${process.platform}-${process.arch}`
  const place = join(folder, `node-${version}`)
  const program = join(place, 'node_modules', name, 'bin', 'node')
  if (existsSync(program)) return program
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{}\n')
  console.error(`Installing Node ${version} with npm ...`)
  const quietly = ['--no-audit', '--no-fund', '--no-progress', '--ignore-scripts', '--loglevel=error']
  const code = await npm(['install', ...quietly, `${name}@${version}`], { cwd: place })
  if (code === 0 && existsSync(program)) return program
  throw new Failure(`npm could not install ${name}@${version}, which is Node for this machine.`)
}
