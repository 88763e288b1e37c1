// The compiled files of the packages that hold tests.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** What the compiled files of tests, benchmarks and campaigns lie in. */
export const TEST_FOLDERS = ['test/dist', 'bench/dist']

const compiledIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name))

/** Every compiled file of them, from the root of the repository. */
export const compiledFiles = () => TEST_FOLDERS.flatMap(compiledIn)

/** Every compiled test below these folders, or in all. */
export const compiledTests = (folders = TEST_FOLDERS) =>
  folders
    .flatMap(compiledIn)
    .filter((name) => name.endsWith('.test.js'))
    .sort((one, other) => (one < other ? -1 : 1))
