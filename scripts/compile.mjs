// Compiles what is out of date, and shows the current project and the total on standard error.
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { startProgress } from './progress.mjs'
import { Failure, root, runNode, tool } from './run.mjs'

/** Status lines of `tsc -b --verbose` start with the time of day, with or without colors. */
const STATUS = /^\[?\d+:\d\d:\d\d\s[AP]M\]?(?: -)? (.*)$/
const LISTED = /^ {4}\* (?:(\S+)\/)?tsconfig\.json$/
const BUILDING = /^Building project '(.+)\/tsconfig\.json'/

const plain = (line) => stripVTControlCharacters(line).replaceAll('\r', '')

/** Follows the compiler's output. Lines that aren't status lines are compile errors, and are passed on. */
export const followCompiler = (progressOf) => {
  const projects = []
  let building
  let progress
  const begin = (folder) => {
    building = relative(root, resolve(root, folder))
    if (progress === undefined) {
      const describe = () => `Compiling ${projects.indexOf(building) + 1} of ${projects.length}: ${building}`
      progress = progressOf(describe)
    }
    progress.step()
  }
  return {
    hear: (line) => {
      const text = plain(line)
      const listed = LISTED.exec(text)
      const status = STATUS.exec(text)?.[1]
      const begun = BUILDING.exec(status ?? '')?.[1]
      // The list of all projects is not a project itself.
      if (listed !== null) projects.push(...listed.slice(1).filter((folder) => folder !== undefined))
      else if (begun !== undefined) begin(begun)
      else if (status === undefined && text.trim() !== '')
        if (progress === undefined) console.error(line)
        else progress.say(line)
    },
    end: (text) => progress?.end(text),
  }
}

/** Throws a failure if the TypeScript doesn't compile. Prints nothing if nothing is out of date. */
export const compile = async () => {
  const following = followCompiler(startProgress)
  const look = process.stderr.isTTY === true ? ['--pretty'] : []
  const code = await runNode(tool.tsc, ['-b', '--verbose', ...look], { onLine: following.hear })
  following.end(code === 0 ? 'Compiled' : undefined)
  if (code !== 0) throw new Failure('The TypeScript does not compile.')
}
