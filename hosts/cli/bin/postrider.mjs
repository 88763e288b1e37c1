#!/usr/bin/env node
// This file is committed, not built: npm links a command at installation only if its file exists
// (docs/tutorial-one-machine#1-build-it).
import { existsSync, readFileSync, statSync } from 'node:fs'

const compiled = new URL('../dist/main.js', import.meta.url)
/**
 * The same program in one file, which loads in a third of the time; used if it was made from the current compiled
 * files.
 */
const bundle = new URL('../bundle/', import.meta.url)

const isFresh = () => {
  try {
    const noted = Object.entries(JSON.parse(readFileSync(new URL('built-from.json', bundle), 'utf8')))
    return noted.every(([state, mtimeMs]) => Math.round(statSync(new URL(state, bundle)).mtimeMs) === mtimeMs)
  } catch {
    return false
  }
}

const main = isFresh() ? new URL('main.js', bundle) : compiled
const partOf = (at) => Number(process.versions.node.split('.')[at])
const [major, minor] = [partOf(0), partOf(1)]

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Postrider needs Node 20.19 or newer, and this is Node ${process.versions.node}.`)
  process.exitCode = 1
} else if (!existsSync(main)) {
  console.error('Postrider is not compiled yet: run npm run build in its folder first.')
  process.exitCode = 1
} else {
  await import(main.href)
}
