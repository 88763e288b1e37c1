// Compiles what is out of date, and says on standard error which project of how many is under way.
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { startProgress } from './progress.mjs'
import { Failure, root, runNode, tool } from './run.mjs'

/** What `tsc -b --verbose` says of its own doing begins with the time of day, with or without colours. */
const STATUS = /^\[?\d+:\d\d:\d\d\s[AP]M\]?(?: -)? (.*)$/
const LISTED = /^ {4}\* (?:(\S+)\/)?tsconfig\.json$/
const BUILDING = /^Building project '(.+)\/tsconfig\.json'/

const plain = (line) => stripVTControlCharacters(line).replaceAll('\r', '')

/** Follows what the compiler says; what is no status of its own is a fault in the sources, and passed on. */
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
      // The list of them all is no project.
      if (listed !== null) projects.push(...listed.slice(1).filter((folder) => folder !== undefined))
      else if (begun !== undefined) begin(begun)
      else if (status === undefined && text.trim() !== '')
        if (progress === undefined) console.error(line)
        else progress.say(line)
    },
    end: (text) => progress?.end(text),
  }
}

/** Throws a failure where the TypeScript does not compile; says nothing when nothing is to be done. */
export const compile = async () => {
  const following = followCompiler(startProgress)
  const look = process.stderr.isTTY === true ? ['--pretty'] : []
  const code = await runNode(tool.tsc, ['-b', '--verbose', ...look], { onLine: following.hear })
  following.end(code === 0 ? 'Compiled' : undefined)
  if (code !== 0) throw new Failure('The TypeScript does not compile.')
}
