import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshDirectory } from '../servers/run-directory.js'

export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

/** A folder with this repository's scripts and with the given files. */
export const aClone = async (
  files: Readonly<Record<string, unknown>>,
  hasPackages = true,
): Promise<string> => {
  const folder = await freshDirectory('clone')
  cpSync(join(REPOSITORY, 'scripts'), join(folder, 'scripts'), { recursive: true })
  if (hasPackages) symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

export interface ProgramResult {
  readonly exitCode: number
  readonly out: string
  readonly err: string
}

/** Runs a text as a module in the folder, with the same Node. Returns its output, however it ended. */
export const runIn = (
  folder: string,
  text: string,
  nodeArgs: readonly string[] = [],
): Promise<ProgramResult> & { pid: number } => {
  let pid = 0
  const result = new Promise<ProgramResult>((resolve) => {
    const args = [...nodeArgs, '--input-type=module', '-e', text]
    const child = execFile(process.execPath, args, { cwd: folder }, (error, out, err) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), out, err })
    })
    pid = child.pid ?? 0
  })
  return Object.assign(result, { pid })
}
